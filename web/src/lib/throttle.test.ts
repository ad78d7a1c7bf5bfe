import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { throttle } from './throttle';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('many calls become few, and the last one is not lost', () => {
  const act = vi.fn();
  const { call, cancel } = throttle(act, 100);
  call();
  call();
  call();
  expect(act).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(100);
  expect(act).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(500);
  expect(act).toHaveBeenCalledTimes(2);
  call();
  expect(act).toHaveBeenCalledTimes(3);
  call();
  cancel();
  vi.advanceTimersByTime(500);
  expect(act).toHaveBeenCalledTimes(3);
});
