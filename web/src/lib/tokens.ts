/** How API tokens are described in lists. */
import { capitalise, day, humanise } from './format';
import type { Schemas } from './types';

type Token = Pick<Schemas['TokenView'], 'role' | 'flows' | 'expires_at'>;

/** What a token may do. */
export function tokenScope(token: Token): string {
  const role = token.role ? capitalise(token.role) : 'Role of the account';
  if (!token.flows) return role;
  if (token.flows.length === 0) return `${role}, starts no flows`;
  return `${role}, starts only ${token.flows.map((flow) => humanise(flow)).join(', ')}`;
}

/** When a token ends. */
export function tokenExpiry(token: Token, now = Date.now()): string {
  if (!token.expires_at) return 'never expires';
  return `${Date.parse(token.expires_at) <= now ? 'expired' : 'expires'} ${day(token.expires_at)}`;
}
