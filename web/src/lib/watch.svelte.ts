/**
 * Watches a run live. The stream starts with a snapshot and continues with events; each event is added at once and
 * replaced by the next snapshot. A lost stream reconnects; if streams are not possible, the server is polled. Nothing is
 * watched while the tab is hidden.
 */
import { api, address } from './api';
import { connection } from './connection.svelte';
import { asProblem, type Problem } from './problem';
import { type RunEvent, stepOf } from './steps';
import type { RunSummary, RunView } from './types';

const POLL = 2500;
const REOPEN = 15_000;
const SETTLE = 500;
const FINAL = ['done', 'failed', 'cancelled'];

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
      this.#apply(JSON.parse((event as MessageEvent<string>).data) as RunView);
    });
    source.addEventListener('event', (event) => {
      this.#handleEvent(JSON.parse((event as MessageEvent<string>).data) as RunEvent);
    });
    source.addEventListener('end', () => {
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
    try {
      const run = await api.get('/api/runs/{run}', { path: { run: this.id } });
      if (!this.#isClosed) this.#apply(run);
    } catch (error) {
      if (!this.#isClosed) this.problem = asProblem(error);
    }
  }

  /** Refreshes soon; calls in quick succession cause one refresh. */
  #refreshSoon(): void {
    this.#refreshing ??= setTimeout(() => {
      this.#refreshing = undefined;
      void this.#refresh();
    }, SETTLE);
  }

  #apply(run: RunView): void {
    this.run = run;
    this.problem = undefined;
    const finished = new Set(run.steps.map((step) => step.key));
    const isActive = run.status === 'running' || run.status === 'queued';
    this.active = new Map(isActive ? [...this.active].filter(([key]) => !finished.has(key)) : []);
  }

  #handleEvent(event: RunEvent): void {
    if (event.run !== this.id) {
      this.#handleChildEvent(event);
      return;
    }
    const run = this.run;
    if (!run) return;
    if (event.event === 'step_started' && event.key !== undefined) {
      this.active = new Map(this.active).set(event.key, Date.parse(event.at));
    }
    if (event.event === 'step_finished' && event.key !== undefined) {
      const active = new Map(this.active);
      active.delete(event.key);
      this.active = active;
    }
    const last = run.steps.at(-1)?.n ?? 0;
    const step = stepOf(event, last + 1);
    if (step && !run.steps.some((known) => known.key === step.key && known.kind === step.kind)) {
      this.run = { ...run, status: 'running', steps: [...run.steps, step] };
    }
    if (event.event === 'asked' || event.event === 'parked' || event.event === 'resumed') this.#refreshSoon();
  }

  #handleChildEvent(event: RunEvent): void {
    const run = this.run;
    const child = run?.children.find((child) => event.run === child.id || event.run.startsWith(`${child.id}/`));
    if (!run || !child) {
      this.#refreshSoon();
      return;
    }
    this.changes = { ...this.changes, [child.id]: (this.changes[child.id] ?? 0) + 1 };
    if (child.id !== event.run) return;
    const status = event.event === 'ended' ? event.status : event.event === 'parked' ? 'parked' : 'running';
    if (status && status !== child.status) {
      const changed = { ...child, status: status as RunSummary['status'] };
      this.run = { ...run, children: run.children.map((known) => (known === child ? changed : known)) };
    }
    if (event.event === 'ended' || event.event === 'asked') this.#refreshSoon();
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
