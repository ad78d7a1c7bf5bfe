/** Something from the server that a page shows: loaded, loaded again when what it depends on changes, or a problem. */
import { untrack } from 'svelte';

import { connection } from './connection.svelte';
import { asProblem, type Problem } from './problem';

export class Load<T> {
  data = $state.raw<T | undefined>();
  problem = $state.raw<Problem | undefined>();
  isLoading = $state(true);
  #wishes = $state(0);
  #fetch: (signal: AbortSignal) => Promise<T>;

  constructor(fetch: (signal: AbortSignal) => Promise<T>) {
    this.#fetch = fetch;
    $effect(() => {
      void this.#wishes;
      const stop = new AbortController();
      untrack(() => (this.isLoading = true));
      this.#fetch(stop.signal).then(
        (data) => {
          if (stop.signal.aborted) return;
          this.data = data;
          this.problem = undefined;
          this.isLoading = false;
        },
        (error: unknown) => {
          if (stop.signal.aborted) return;
          this.problem = asProblem(error);
          this.isLoading = false;
        },
      );
      return () => stop.abort();
    });
    $effect(() => {
      const returns = connection.returns;
      untrack(() => {
        if (returns > 0 && this.problem?.isOffline) this.reload();
      });
    });
  }

  /** What is shown stays until the new is there. */
  reload(): void {
    // An effect that asks for it must not depend on it.
    untrack(() => (this.#wishes += 1));
  }
}

/** To be called while a component is made. Whatever state `fetch` reads before its first await is watched. */
export function load<T>(fetch: (signal: AbortSignal) => Promise<T>): Load<T> {
  return new Load(fetch);
}
