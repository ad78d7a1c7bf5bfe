/** Data that a page loads from the server, and reloads when the state it depends on changes. */
import { untrack } from 'svelte';

import { connection } from './connection.svelte';
import { asProblem, type Problem } from './problem';

export class Load<T> {
  data = $state.raw<T | undefined>();
  problem = $state.raw<Problem | undefined>();
  isLoading = $state(true);
  #reloads = $state(0);
  #fetch: (signal: AbortSignal) => Promise<T>;

  constructor(fetch: (signal: AbortSignal) => Promise<T>) {
    this.#fetch = fetch;
    $effect(() => {
      void this.#reloads;
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

  /** Loads again; the old data stays until the new data arrives. */
  reload(): void {
    // An effect that calls this must not depend on the counter.
    untrack(() => (this.#reloads += 1));
  }
}

/** Call while a component initialises. Reloads when state that `fetch` reads before its first await changes. */
export function load<T>(fetch: (signal: AbortSignal) => Promise<T>): Load<T> {
  return new Load(fetch);
}
