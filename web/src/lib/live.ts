/** Adds the events of a stream to what the last snapshot said. */
import { type RunEvent, stepOf } from './steps';
import type { RunSummary, RunView } from './types';

export const FINAL: readonly string[] = ['done', 'failed', 'cancelled'];

/** A run as its page shows it. */
export interface LiveRun {
  run: RunView;
  /** The keys of active steps, with their start times. */
  active: ReadonlyMap<string, number>;
  /** For each child run, the number of events in it or below it. */
  changes: Readonly<Record<string, number>>;
}

/**
 * Adds events in one go: a large run sends hundreds of them in a second, and each copy of its lists is as long as the
 * run. `isStale` if only the server knows what they changed.
 */
export function addEvents(before: LiveRun, events: readonly RunEvent[]): LiveRun & { isStale: boolean } {
  const { run } = before;
  const active = new Map(before.active);
  const changes = { ...before.changes };
  const steps = [...run.steps];
  const known = new Set(steps.map((step) => `${step.kind} ${step.key}`));
  const children = new Map(run.children.map((child) => [child.id, child]));
  let { status } = run;
  let isStale = false;
  for (const event of events) {
    if (event.run !== run.id) {
      const child = childOf(event.run, children);
      if (child) changes[child.id] = (changes[child.id] ?? 0) + 1;
      if (child?.id === event.run) children.set(child.id, { ...child, status: statusAfter(event, child) });
      isStale ||= !child || (child.id === event.run && ['ended', 'asked'].includes(event.event));
      continue;
    }
    isStale ||= ['asked', 'parked', 'resumed'].includes(event.event);
    if (event.key === undefined) continue;
    if (event.event === 'step_started') active.set(event.key, Date.parse(event.at));
    if (event.event === 'step_finished') active.delete(event.key);
    const step = stepOf(event, (steps.at(-1)?.n ?? 0) + 1);
    if (step && !known.has(`${step.kind} ${step.key}`)) {
      known.add(`${step.kind} ${step.key}`);
      steps.push(step);
      // An event that was overtaken does not bring a run back to life.
      if (!FINAL.includes(status)) status = 'running';
    }
  }
  return { run: { ...run, status, steps, children: [...children.values()] }, active, changes, isStale };
}

/** The child run in which, or below which, a run is: `r/items/3/file` is below `r/items/3`. */
function childOf(id: string, children: ReadonlyMap<string, RunSummary>): RunSummary | undefined {
  for (let end = id.length; end > 0; end = id.lastIndexOf('/', end - 1)) {
    const child = children.get(id.slice(0, end));
    if (child) return child;
  }
  return undefined;
}

function statusAfter(event: RunEvent, child: RunSummary): RunSummary['status'] {
  if (event.event === 'ended') return (event.status as RunSummary['status'] | undefined) ?? child.status;
  return event.event === 'parked' ? 'parked' : 'running';
}
