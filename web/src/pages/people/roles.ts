/** The roles, and what each is for. */
import type { Role } from '../../lib/me.svelte';

export const ROLES: readonly { value: Role; label: string; about: string }[] = [
  { value: 'learner', label: 'Learner', about: 'studies documents, cards and quizzes of their own' },
  { value: 'author', label: 'Author', about: 'also makes items: bank, forge and author' },
  { value: 'reviewer', label: 'Reviewer', about: 'also answers what the runs of others ask' },
  { value: 'analyst', label: 'Analyst', about: 'also works in the bank and analyses answers' },
  { value: 'admin', label: 'Admin', about: 'may do everything, also settings and accounts' },
];
