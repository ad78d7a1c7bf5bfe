/** Helpers for runs: the page of a run, its state, and why it stopped. */
import { Problem } from './problem';
import { to } from './route';
import type { RunSummary, RunView } from './types';

/** The page with the results of a run, or else the page of the run itself. */
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

/** The run waits for a review, or for someone to fix what stopped it. */
export function isWaiting(run: Pick<RunSummary, 'status'>): boolean {
  return run.status === 'parked' || run.status === 'stopped';
}

/** Why a run did not finish; undefined if it finished or is still active. */
export function stopProblem(run: RunView | undefined, title: string): Problem | undefined {
  const stop = run?.stop;
  // A resumed run keeps its old reason until the next snapshot.
  if (!stop || isActive(run)) return undefined;
  return new Problem({ title, detail: stop.detail, hints: stop.hints ?? [] });
}
