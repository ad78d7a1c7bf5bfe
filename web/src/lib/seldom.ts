/** Does something when it is wished for, but not more often than every so many milliseconds; the last wish counts. */
export function seldom(act: () => void, every: number): { wish: () => void; stop: () => void } {
  let last = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const now = () => {
    timer = undefined;
    last = Date.now();
    act();
  };
  return {
    wish() {
      if (timer !== undefined) return;
      const wait = last + every - Date.now();
      if (wait <= 0) now();
      else timer = setTimeout(now, wait);
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
