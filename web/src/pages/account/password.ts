/** What a password must be, said before it is sent. The server has the last word. */

export const PASSWORD_HINT = 'At least 10 characters; a few words are easier to remember than signs.';

export function passwordTrouble(password: string, name: string): string | undefined {
  if (password.length < 10) return 'It has fewer than 10 characters.';
  if (name.trim() !== '' && password.toLowerCase() === name.trim().toLowerCase()) return 'It is the same as the name.';
  return undefined;
}
