import { describe, expect, test } from 'vitest';
import { tokenExpiry, tokenScope } from './tokens';

describe('a token in a list', () => {
  test.each([
    [{}, 'Role of the account'],
    [{ role: 'author' }, 'Author'],
    [{ role: 'learner', flows: [] }, 'Learner, starts no flows'],
    [{ role: 'learner', flows: ['study', 'study_quiz'] }, 'Learner, starts only study, study quiz'],
  ] as const)('%j is %s', (token, expected) => {
    const { role, flows } = { role: undefined, flows: undefined, ...token };
    expect(tokenScope({ ...(role ? { role } : {}), ...(flows ? { flows: [...flows] } : {}) })).toBe(expected);
  });

  test('says whether it has expired', () => {
    const token = { expires_at: '2030-05-01T12:00:00Z' };
    expect(tokenExpiry({})).toBe('never expires');
    expect(tokenExpiry(token, Date.parse('2030-04-01'))).toMatch(/^expires /);
    expect(tokenExpiry(token, Date.parse('2030-06-01'))).toMatch(/^expired /);
  });
});
