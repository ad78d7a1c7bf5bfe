/** Calls `act` at most once every `every` milliseconds; the last call is never lost. */
export function throttle(act: () => void, every: number): { call: () => void; cancel: () => void } {
  let last = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = () => {
    timer = undefined;
    last = Date.now();
    act();
  };
  return {
    call() {
      if (timer !== undefined) return;
      const wait = last + every - Date.now();
      if (wait <= 0) run();
      else timer = setTimeout(run, wait);
    },
    cancel() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
