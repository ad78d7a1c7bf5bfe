/** Checks a password before it is sent. The server has the final say. */

export const PASSWORD_HINT = 'At least 10 characters. A few words are easier to remember than symbols.';

export function passwordTrouble(password: string, name: string): string | undefined {
  if (password.length < 10) return 'Use at least 10 characters.';
  if (name.trim() !== '' && password.toLowerCase() === name.trim().toLowerCase())
    return 'The password must differ from the name.';
  return undefined;
}
