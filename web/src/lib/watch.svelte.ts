/**
 * A run as it goes on. The stream begins with a snapshot and tells what happens; what it tells of is added at once and
 * replaced by the next snapshot. A lost stream comes back by itself; where there can be none, the server is asked now
 * and then. Nothing is watched while the tab is out of sight.
 */
import { api, address } from './api';
import { connection } from './connection.svelte';
import { asProblem, type Problem } from './problem';
import { type Happened, stepOf } from './steps';
import type { RunSummary, RunView } from './types';

const POLL = 2500;
const REOPEN = 15_000;
const SETTLE = 500;
const FINAL = ['done', 'failed', 'cancelled'];

export class RunWatch {
  run = $state.raw<RunView>();
  /** Keys of the steps at work, with when they began. */
  active = $state.raw<ReadonlyMap<string, number>>(new Map());
  /** For each child, how often something happened in it or below it. */
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
    document.addEventListener('visibilitychange', this.#seen);
    if (!document.hidden) this.#open();
  }

  close(): void {
    this.#isClosed = true;
    document.removeEventListener('visibilitychange', this.#seen);
    this.#rest();
  }

  /** Looks at the run anew, also when it is over: something may have set it going again. */
  again(): void {
    this.#rest();
    this.link = 'opening';
    this.problem = undefined;
    this.#open();
  }

  get isOver(): boolean {
    return this.run !== undefined && FINAL.includes(this.run.status);
  }

  #seen = (): void => {
    if (document.hidden) this.#rest();
    else if (this.link !== 'over') this.#open();
  };

  #rest(): void {
    this.#source?.close();
    this.#source = undefined;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    clearTimeout(this.#refreshing);
    this.#refreshing = undefined;
  }

  #later(what: () => void, after: number): void {
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
      this.#take(JSON.parse((event as MessageEvent<string>).data) as RunView);
    });
    source.addEventListener('event', (event) => {
      this.#happened(JSON.parse((event as MessageEvent<string>).data) as Happened);
    });
    source.addEventListener('end', () => {
      this.#rest();
      this.link = 'over';
    });
    source.addEventListener('error', () => {
      connection.doubt();
      if (source.readyState !== EventSource.CLOSED) {
        this.link = 'opening';
        return;
      }
      // The server refused: whether it says why, and whether polling works.
      this.#rest();
      this.link = 'polling';
      void this.#poll();
      this.#later(() => this.again(), REOPEN);
    });
  }

  async #poll(): Promise<void> {
    await this.#refresh();
    if (this.#isClosed || this.link !== 'polling') return;
    if (this.isOver || (this.problem && !this.problem.isOffline)) {
      this.#rest();
      this.link = 'over';
      return;
    }
    this.#later(() => void this.#poll(), POLL);
  }

  async #refresh(): Promise<void> {
    try {
      const run = await api.get('/api/runs/{run}', { path: { run: this.id } });
      if (!this.#isClosed) this.#take(run);
    } catch (error) {
      if (!this.#isClosed) this.problem = asProblem(error);
    }
  }

  /** Soon, and once for many reasons. */
  #refreshSoon(): void {
    this.#refreshing ??= setTimeout(() => {
      this.#refreshing = undefined;
      void this.#refresh();
    }, SETTLE);
  }

  #take(run: RunView): void {
    this.run = run;
    this.problem = undefined;
    const finished = new Set(run.steps.map((step) => step.key));
    const goesOn = run.status === 'running' || run.status === 'queued';
    this.active = new Map(goesOn ? [...this.active].filter(([key]) => !finished.has(key)) : []);
  }

  #happened(event: Happened): void {
    if (event.run !== this.id) {
      this.#happenedBelow(event);
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

  #happenedBelow(event: Happened): void {
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

/** What watches a run, once its page is there. */
export interface Watching {
  readonly now: RunWatch | undefined;
}

/** To be called while a component is made: the run is watched as long as the component is there. */
export function watching(id: () => string): Watching {
  let watch = $state.raw<RunWatch>();
  $effect(() => {
    const opened = new RunWatch(id());
    watch = opened;
    return () => opened.close();
  });
  return {
    get now() {
      return watch;
    },
  };
}
