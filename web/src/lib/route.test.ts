import { expect, test } from 'vitest';

import { match, to, returnPath } from './route';

const ROUTES = ['/', '/bank', '/bank/analyse', '/bank/:item', '/runs/:run/diff/:other'].map((path) => ({ path }));

function check(pathname: string, path: string | undefined, params: Record<string, string> = {}) {
  const found = match(ROUTES, pathname);
  expect(found?.route.path, pathname).toBe(path);
  if (path !== undefined) expect(found?.params).toEqual(params);
}

test('the first pattern that matches', () => {
  check('/', '/');
  check('/bank/', '/bank');
  check('/bank/analyse', '/bank/analyse');
  check('/bank/mc-1', '/bank/:item', { item: 'mc-1' });
  check('/runs/r1%2Ftext%2Fa%2Emd/diff/r2', '/runs/:run/diff/:other', { run: 'r1/text/a.md', other: 'r2' });
  check('/nowhere', undefined);
  check('/bank/%E0%A4%A', undefined);
});

test('addresses encode slashes and dots, and decode to the same parameters', () => {
  expect(to('/runs/:run', { run: 'r1/text/a.md' })).toBe('/runs/r1%2Ftext%2Fa%2Emd');
  expect(to('/bank', {}, { q: 'a b', tag: '', page: undefined })).toBe('/bank?q=a+b');
  for (const name of ['plain', 'a/b#1?x', 'ærlig 100 %', '..']) {
    expect(match([{ path: '/x/:name' }], to('/x/:name', { name }))?.params).toEqual({ name });
  }
});

test('login returns only to pages on this server', () => {
  const cases: [string | null, string][] = [
    ['/study/1?part=cards', '/study/1?part=cards'],
    [null, '/'],
    ['https://elsewhere.example', '/'],
    ['//elsewhere.example', '/'],
    ['/\\elsewhere.example', '/'],
    ['/login?back=/x', '/'],
  ];
  for (const [asked, expected] of cases) expect(returnPath(asked)).toBe(expected);
});
