/** A list that is loaded page by page: the first at once, the others on demand. */
import { load, type Load } from './load.svelte';
import { asProblem } from './problem';
import { toasts } from './toast.svelte';

interface PageData {
  items: unknown[];
  next?: string | null;
}

type One<S extends PageData> = S['items'][number];

/** Fetches the first page, or the one after a cursor. Only the first can be aborted. */
type Fetch<S extends PageData> = (page: { after?: string }, signal: AbortSignal | undefined) => Promise<S>;

export class PagedList<S extends PageData> {
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

  /** Whether more than the first page is loaded. */
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
      // The list may have been reloaded in the meantime.
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

/** Call while a component initialises. Reloads when state that `fetch` reads before its first await changes. */
export function loadPages<S extends PageData>(fetch: Fetch<S>): PagedList<S> {
  return new PagedList(fetch);
}
