/**
 * Watches a run live. The stream starts with a snapshot and continues with events, which are added a few times a
 * second and replaced by the next snapshot. A lost stream reconnects; if streams are not possible, the server is polled. Nothing is
 * watched while the tab is hidden.
 */
import { api, address } from './api';
import { connection } from './connection.svelte';
import { addEvents, FINAL } from './live';
import { asProblem, type Problem } from './problem';
import type { RunEvent } from './steps';
import { throttle } from './throttle';
import type { RunView } from './types';

const POLL = 2500;
const REOPEN = 15_000;
const SETTLE = 500;
const ADD = 200;
/** A large run is fetched so seldom that fetching takes at most this part of the time. */
const SHARE = 5;

export class RunWatch {
  run = $state.raw<RunView>();
  /** The keys of active steps, with their start times. */
  active = $state.raw<ReadonlyMap<string, number>>(new Map());
  /** For each child run, the number of events in it or below it. */
  changes = $state.raw<Readonly<Record<string, number>>>({});
  problem = $state.raw<Problem>();
  link = $state<'opening' | 'live' | 'polling' | 'over'>('opening');

  readonly id: string;
  #source: EventSource | undefined;
  #timers = new Set<ReturnType<typeof setTimeout>>();
  #refreshing: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;
  #events: RunEvent[] = [];
  #adding = throttle(() => this.#add(), ADD);
  #lastTook = 0;

  constructor(id: string) {
    this.id = id;
    document.addEventListener('visibilitychange', this.#onVisibilityChange);
    if (!document.hidden) this.#open();
  }

  close(): void {
    this.#isClosed = true;
    document.removeEventListener('visibilitychange', this.#onVisibilityChange);
    this.#pause();
  }

  /** Starts watching again, even if the run is over: it may have been resumed. */
  restart(): void {
    this.#pause();
    this.link = 'opening';
    this.problem = undefined;
    this.#open();
  }

  get isOver(): boolean {
    return this.run !== undefined && FINAL.includes(this.run.status);
  }

  #onVisibilityChange = (): void => {
    if (document.hidden) this.#pause();
    else if (this.link !== 'over') this.#open();
  };

  #pause(): void {
    this.#source?.close();
    this.#source = undefined;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    clearTimeout(this.#refreshing);
    this.#refreshing = undefined;
    this.#adding.cancel();
    this.#events = [];
  }

  #schedule(what: () => void, after: number): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      what();
    }, after);
    this.#timers.add(timer);
  }

  #open(): void {
    if (this.#isClosed || this.#source) return;
    const source = new EventSource(address('/api/runs/{run}/events', { run: this.id }));
    this.#source = source;
    source.addEventListener('snapshot', (event) => {
      this.link = 'live';
      // The snapshot is newer than the events before it.
      this.#events = [];
      this.#apply(JSON.parse((event as MessageEvent<string>).data) as RunView);
    });
    source.addEventListener('event', (event) => {
      this.#events.push(JSON.parse((event as MessageEvent<string>).data) as RunEvent);
      this.#adding.call();
    });
    source.addEventListener('end', () => {
      this.#add();
      this.#pause();
      this.link = 'over';
    });
    source.addEventListener('error', () => {
      connection.verify();
      if (source.readyState !== EventSource.CLOSED) {
        this.link = 'opening';
        return;
      }
      // The server refused the stream: poll instead, which also reports the reason.
      this.#pause();
      this.link = 'polling';
      void this.#poll();
      this.#schedule(() => this.restart(), REOPEN);
    });
  }

  async #poll(): Promise<void> {
    await this.#refresh();
    if (this.#isClosed || this.link !== 'polling') return;
    if (this.isOver || (this.problem && !this.problem.isOffline)) {
      this.#pause();
      this.link = 'over';
      return;
    }
    this.#schedule(() => void this.#poll(), POLL);
  }

  async #refresh(): Promise<void> {
    const start = performance.now();
    try {
      const run = await api.get('/api/runs/{run}', { path: { run: this.id } });
      if (!this.#isClosed) this.#apply(run);
    } catch (error) {
      if (!this.#isClosed) this.problem = asProblem(error);
    } finally {
      this.#lastTook = performance.now() - start;
    }
  }

  /** Refreshes soon; calls in quick succession cause one refresh. */
  #refreshSoon(): void {
    this.#refreshing ??= setTimeout(
      () => {
        this.#refreshing = undefined;
        void this.#refresh();
      },
      Math.max(SETTLE, this.#lastTook * SHARE),
    );
  }

  #apply(run: RunView): void {
    this.run = run;
    this.problem = undefined;
    const finished = new Set(run.steps.map((step) => step.key));
    const isActive = run.status === 'running' || run.status === 'queued';
    this.active = new Map(isActive ? [...this.active].filter(([key]) => !finished.has(key)) : []);
  }

  #add(): void {
    const events = this.#events.splice(0);
    if (!this.run) return;
    const { run, active, changes, isStale } = addEvents(
      { run: this.run, active: this.active, changes: this.changes },
      events,
    );
    this.run = run;
    this.active = active;
    this.changes = changes;
    if (isStale) this.#refreshSoon();
  }
}

/** The watch of a component, once it is mounted. */
export interface CurrentWatch {
  readonly current: RunWatch | undefined;
}

/** Call while a component initialises. Watches the run as long as the component exists. */
export function watchRun(id: () => string): CurrentWatch {
  let watch = $state.raw<RunWatch>();
  $effect(() => {
    const opened = new RunWatch(id());
    watch = opened;
    return () => opened.close();
  });
  return {
    get current() {
      return watch;
    },
  };
}
