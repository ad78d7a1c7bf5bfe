import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { seldom } from './seldom';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('many wishes are few acts, and none is forgotten', () => {
  const act = vi.fn();
  const { wish, stop } = seldom(act, 100);
  wish();
  wish();
  wish();
  expect(act).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(100);
  expect(act).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(500);
  expect(act).toHaveBeenCalledTimes(2);
  wish();
  expect(act).toHaveBeenCalledTimes(3);
  wish();
  stop();
  vi.advanceTimersByTime(500);
  expect(act).toHaveBeenCalledTimes(3);
});
