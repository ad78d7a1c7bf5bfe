/** What is done when something changes. To be called while a component is made. */
import { untrack } from 'svelte';

import { seldom } from './seldom';

/** Does something whenever what `sign` reads changes, but not for what it is at first. */
export function onChange(sign: () => unknown, act: () => void): void {
  let isFirst = true;
  $effect(() => {
    sign();
    if (!isFirst) untrack(act);
    isFirst = false;
  });
}

/** The same, but not more often than every so many milliseconds; the last change counts. */
export function onChangeSeldom(sign: () => unknown, act: () => void, every: number): void {
  const again = seldom(act, every);
  onChange(sign, again.wish);
  $effect(() => again.stop);
}
