/** Single sign-on on the login page: where its button leads, and why a login there failed. */

const REASONS: Record<string, string> = {
  unreachable: 'The sign-on provider cannot be reached at the moment. Try again later, or log in with a password.',
  stale: 'This login took too long, or it did not begin in this browser. Try again.',
  denied: 'The login at the provider was cancelled or refused.',
  invalid: 'What the sign-on provider sent could not be verified. Try again; if it happens again, tell an admin.',
  'no-role': 'Your account at the provider belongs to no group that may use Tutti. Ask an admin.',
  disabled: 'Your account is disabled. Ask an admin.',
  'not-set-up': 'Tutti is not set up yet. The first admin must be created before others can log in.',
};

/** The words for a reason that the server gives. Anything else in the address is not repeated. */
export function signOnTrouble(reason: string | null): string | undefined {
  if (reason === null) return undefined;
  return Object.hasOwn(REASONS, reason) ? REASONS[reason] : 'The login failed. Try again.';
}

export function signOnAddress(back: string): string {
  return `/api/sso/start?back=${encodeURIComponent(back)}`;
}
