/** Effects that skip the first run. Call them while a component initialises. */
import { untrack } from 'svelte';

import { throttle } from './throttle';

/** Calls `act` whenever the state that `read` reads changes, but not for its initial value. */
export function onChange(read: () => unknown, act: () => void): void {
  let isFirst = true;
  $effect(() => {
    read();
    if (!isFirst) untrack(act);
    isFirst = false;
  });
}

/** The same, at most once every `every` milliseconds; the last change is never lost. */
export function onChangeThrottled(read: () => unknown, act: () => void, every: number): void {
  const throttled = throttle(act, every);
  onChange(read, throttled.call);
  $effect(() => throttled.cancel);
}
