/** Where a run is best looked at. */
import { to } from './route';
import type { RunSummary } from './types';

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
