import { expect, test } from 'vitest';

import { passwordTrouble } from './password';

test('short passwords and passwords equal to the name are refused', () => {
  const check = (password: string, name: string, isRefused: boolean) =>
    expect(passwordTrouble(password, name) !== undefined, password).toBe(isRefused);
  check('short', 'anna', true);
  check('annamariabest', 'AnnaMariaBest', true);
  check('four calm green chairs', 'anna', false);
});
