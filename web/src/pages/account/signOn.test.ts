import { expect, test } from 'vitest';

import { signOnAddress, signOnTrouble } from './signOn';

test('reasons are said in words, and nothing else in the address is repeated', () => {
  const check = (reason: string | null, start: string | undefined) =>
    expect(signOnTrouble(reason)?.slice(0, start?.length), `${reason}`).toBe(start);
  check(null, undefined);
  check('unreachable', 'The sign-on provider cannot be reached');
  check('no-role', 'Your account at the provider belongs to no group');
  check('<b>You won</b>', 'The login failed. Try again.');
  check('toString', 'The login failed. Try again.');
});

test('the page to return to is part of the address', () => {
  expect(signOnAddress('/items?tag=a b')).toBe('/api/sso/start?back=%2Fitems%3Ftag%3Da%20b');
});
