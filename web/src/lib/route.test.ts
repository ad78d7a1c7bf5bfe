import { expect, test } from 'vitest';

import { match, to, wayBack } from './route';

const ROUTES = ['/', '/bank', '/bank/analyse', '/bank/:item', '/runs/:run/diff/:other'].map((path) => ({ path }));

function check(pathname: string, path: string | undefined, names: Record<string, string> = {}) {
  const found = match(ROUTES, pathname);
  expect(found?.route.path, pathname).toBe(path);
  if (path !== undefined) expect(found?.names).toEqual(names);
}

test('the first pattern that fits', () => {
  check('/', '/');
  check('/bank/', '/bank');
  check('/bank/analyse', '/bank/analyse');
  check('/bank/mc-1', '/bank/:item', { item: 'mc-1' });
  check('/runs/r1%2Ftext%2Fa%2Emd/diff/r2', '/runs/:run/diff/:other', { run: 'r1/text/a.md', other: 'r2' });
  check('/nowhere', undefined);
  check('/bank/%E0%A4%A', undefined);
});

test('addresses hide slashes and dots, and come back whole', () => {
  expect(to('/runs/:run', { run: 'r1/text/a.md' })).toBe('/runs/r1%2Ftext%2Fa%2Emd');
  expect(to('/bank', {}, { q: 'a b', tag: '', page: undefined })).toBe('/bank?q=a+b');
  for (const name of ['plain', 'a/b#1?x', 'ærlig 100 %', '..']) {
    expect(match([{ path: '/x/:name' }], to('/x/:name', { name }))?.names).toEqual({ name });
  }
});

test('one comes back to a page of ours only', () => {
  const cases: [string | null, string][] = [
    ['/study/1?part=cards', '/study/1?part=cards'],
    [null, '/'],
    ['https://elsewhere.example', '/'],
    ['//elsewhere.example', '/'],
    ['/\\elsewhere.example', '/'],
    ['/login?back=/x', '/'],
  ];
  for (const [asked, expected] of cases) expect(wayBack(asked)).toBe(expected);
});
