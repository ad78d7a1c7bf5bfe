/** What can be said of a run: where it is best looked at, and how it is with it. */
import { Problem } from './problem';
import { to } from './route';
import type { RunSummary, RunView } from './types';

/** The page of what the run makes; for what has none, the run itself. */
export function pageOf(run: Pick<RunSummary, 'id' | 'flow'>): string {
  switch (run.flow) {
    case 'study':
      return to('/study/:session', { session: run.id });
    case 'forge':
      return to('/forge/:run', { run: run.id });
    case 'author_batch':
      return to('/author/:run', { run: run.id });
    default:
      return to('/runs/:run', { run: run.id });
  }
}

export function isActive(run: Pick<RunSummary, 'status'>): boolean {
  return run.status === 'queued' || run.status === 'running';
}

/** It waits for a person or for somebody to mend what stopped it. */
export function isWaiting(run: Pick<RunSummary, 'status'>): boolean {
  return run.status === 'parked' || run.status === 'stopped';
}

/** Why a run did not come to its end; nothing for one that did, or that is at work. */
export function whyStopped(run: RunView | undefined, title: string): Problem | undefined {
  const stop = run?.stop;
  // A run that was set going again still has its old reason until the next snapshot.
  if (!stop || isActive(run)) return undefined;
  return new Problem({ title, detail: stop.detail, hints: stop.hints ?? [] });
}
