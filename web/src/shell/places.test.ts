import { expect, test } from 'vitest';

import { match } from '../lib/route';
import { ROUTES } from '../routes';
import { badgeOf, GROUPS, isAt, visibleGroups, type Place } from './places';

const PLACES = GROUPS.flatMap((group) => group.places);

function place(path: string): Place {
  const found = PLACES.find((place) => place.path === path);
  if (!found) throw new Error(path);
  return found;
}

test('every place has a page with the same permission', () => {
  for (const { path, needs } of PLACES) expect(match(ROUTES, path)?.route.needs, path).toBe(needs);
});

test('a page belongs to one place', () => {
  const check = (path: string, expected: string) =>
    expect(PLACES.filter((place) => isAt(place, path)).map((place) => place.path)).toEqual([expected]);
  check('/', '/');
  check('/study/1', '/study');
  check('/quiz/1', '/study');
  check('/bank/analyse', '/bank');
});

test('users see only the places they have permission for', () => {
  const seen = (accounts: boolean, allowed: string[]) =>
    visibleGroups({ accounts, may: (needs) => needs === undefined || allowed.includes(needs) })
      .flatMap((group) => group.places)
      .map((place) => place.path);
  expect(seen(true, ['study'])).toEqual(['/', '/study', '/cards', '/library', '/reviews', '/runs']);
  expect(seen(true, ['accounts'])).toContain('/people');
  expect(seen(false, ['accounts'])).not.toContain('/people');
});

test('badges count open reviews and due cards', () => {
  const overview = { reviews_open: 2, cards_due: 5 };
  expect(badgeOf(place('/reviews'), overview)).toBe(2);
  expect(badgeOf(place('/cards'), overview)).toBe(5);
  expect(badgeOf(place('/bank'), overview)).toBe(0);
  expect(badgeOf(place('/cards'), undefined)).toBe(0);
});
