/** The roles and their descriptions. */
import type { Role } from '../../lib/me.svelte';

export const ROLES: readonly { value: Role; label: string; about: string }[] = [
  { value: 'learner', label: 'Learner', about: 'studies their own documents, cards and quizzes' },
  { value: 'author', label: 'Author', about: 'also creates items with the bank, the forge and the author' },
  { value: 'reviewer', label: 'Reviewer', about: 'also answers reviews of other users’ runs' },
  { value: 'analyst', label: 'Analyst', about: 'also works in the bank and analyses answers' },
  { value: 'admin', label: 'Admin', about: 'can do everything, including settings and accounts' },
];
