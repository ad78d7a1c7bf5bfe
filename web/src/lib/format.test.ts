import { expect, test } from 'vitest';

import { ago, bytes, count, money, shortTimeUntil, duration, timeUntil } from './format';

const NOW = Date.parse('2026-06-15T12:00:00Z');
const after = (seconds: number) => NOW + seconds * 1000;
const HOUR = 3600;
const DAY = 24 * HOUR;

test('counts', () => {
  const cases: [number, string][] = [
    [0, 'no cards'],
    [1, '1 card'],
    [1200, '1,200 cards'],
  ];
  for (const [n, said] of cases) expect(count(n, 'card')).toBe(said);
  expect(count(2, 'entry', 'entries')).toBe('2 entries');
});

test('times that passed', () => {
  const cases: [number, string][] = [
    [-10, 'just now'],
    [-90, '2 minutes ago'],
    [-3 * HOUR, '3 hours ago'],
    [-30 * HOUR, 'yesterday'],
    [-5 * DAY, '5 days ago'],
    [-40 * DAY, '6 May'],
    [-400 * DAY, '11 May 2025'],
  ];
  for (const [seconds, said] of cases) expect(ago(after(seconds), NOW)).toBe(said);
});

test('times to come', () => {
  const cases: [number, string, string][] = [
    [-5, 'now', '1 min'],
    [600, '10 minutes', '10 min'],
    [HOUR - 10, '1 hour', '60 min'],
    [5 * HOUR, '5 hours', '5 h'],
    [DAY - 5, '1 day', '1 d'],
    [8 * DAY, '8 days', '8 d'],
    [90 * DAY, '3 months', '3 mo'],
    [700 * DAY, '1.9 years', '1.9 y'],
  ];
  for (const [seconds, long, short] of cases) {
    expect(timeUntil(after(seconds), NOW)).toBe(long);
    expect(shortTimeUntil(after(seconds), NOW)).toBe(short);
  }
});

test('how long, how much, how large', () => {
  expect([340, 2400, 185_000, 120_000, 3_900_000].map(duration)).toEqual([
    '340 ms',
    '2.4 s',
    '3 min 5 s',
    '2 min',
    '1 h 5 min',
  ]);
  expect([0, 4200, 1_200_000].map(money)).toEqual(['free', '$0.0042', '$1.20']);
  expect([900, 45_000, 3_400_000].map(bytes)).toEqual(['900 B', '45 kB', '3.4 MB']);
});
