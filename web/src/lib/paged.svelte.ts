/** A list that comes in pages: the first by itself, the others when they are wanted. */
import { load, type Load } from './load.svelte';
import { asProblem } from './problem';
import { toasts } from './toast.svelte';

interface Sheet {
  items: unknown[];
  next?: string | null;
}

type One<S extends Sheet> = S['items'][number];

/** Gives the first page, or the one after a place. Not every page can be given up on. */
type Fetch<S extends Sheet> = (page: { after?: string }, signal: AbortSignal | undefined) => Promise<S>;

export class Paged<S extends Sheet> {
  first: Load<S>;
  isBusy = $state(false);
  #rest = $state.raw<One<S>[]>([]);
  #after = $state<string | null>();
  #fetch: Fetch<S>;

  constructor(fetch: Fetch<S>) {
    this.#fetch = fetch;
    this.first = load(async (signal) => {
      const page = await fetch({}, signal);
      if (!signal.aborted) {
        this.#rest = [];
        this.#after = undefined;
      }
      return page;
    });
  }

  get items(): One<S>[] {
    return [...(this.first.data?.items ?? []), ...this.#rest];
  }

  get hasMore(): boolean {
    return Boolean(this.#next);
  }

  /** Whether more than the first page is shown. */
  get isLong(): boolean {
    return this.#rest.length > 0;
  }

  get #next(): string | null | undefined {
    return this.#after === undefined ? this.first.data?.next : this.#after;
  }

  async more(): Promise<void> {
    const first = this.first.data;
    const next = this.#next;
    if (!first || !next || this.isBusy) return;
    this.isBusy = true;
    try {
      const page = await this.#fetch({ after: next }, undefined);
      // Something else may be listed by now.
      if (this.first.data !== first) return;
      this.#rest = [...this.#rest, ...page.items];
      this.#after = page.next ?? null;
    } catch (error) {
      toasts.warn(asProblem(error).message);
    } finally {
      this.isBusy = false;
    }
  }
}

/** To be called while a component is made; whatever state `fetch` reads before its first await is watched. */
export function paged<S extends Sheet>(fetch: Fetch<S>): Paged<S> {
  return new Paged(fetch);
}
