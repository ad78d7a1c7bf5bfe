import { expect, test } from 'vitest';

import { addEvents, type LiveRun } from './live';
import type { RunEvent } from './steps';
import type { RunView } from './types';

const AT = '2026-01-01T00:00:00Z';

function live(children: string[], status = 'queued'): LiveRun {
  const run = { id: 'r', status, steps: [], children: children.map((id) => ({ id, status: 'queued' })) };
  return { run: run as unknown as RunView, active: new Map(), changes: {} };
}

function check(children: string[], events: (Partial<RunEvent> & { run: string })[], expected: object) {
  const after = addEvents(
    live(children),
    events.map((event) => ({ at: AT, event: 'noted', ...event })),
  );
  expect({
    status: after.run.status,
    steps: after.run.steps.map((step) => step.key),
    children: after.run.children.map((child) => child.status),
    active: [...after.active.keys()],
    changes: after.changes,
    isStale: after.isStale,
  }).toMatchObject(expected);
}

test('steps of the run are added once', () => {
  const finished = { run: 'r', key: 'read#1', event: 'step_finished' } as const;
  check([], [finished, finished], { status: 'running', steps: ['read#1'], isStale: false });
  check([], [{ run: 'r', key: 'read#1', event: 'step_started' }], { steps: [], active: ['read#1'] });
  check([], [{ run: 'r', key: 'read#1', event: 'step_started' }, finished], { steps: ['read#1'], active: [] });
});

test('events below a child count for it', () => {
  check(['r/items/1', 'r/items/10'], [{ run: 'r/items/10/file' }], {
    children: ['queued', 'queued'],
    changes: { 'r/items/10': 1 },
    isStale: false,
  });
  check(['r/items/1'], [{ run: 'r/items/1' }], { children: ['running'], isStale: false });
});

test('only the server knows what a child made, and who else is there', () => {
  check(['r/items/1'], [{ run: 'r/items/1', event: 'ended', status: 'done' }], { children: ['done'], isStale: true });
  check([], [{ run: 'r/items/2' }], { isStale: true });
  check([], [{ run: 'r', event: 'asked' }], { isStale: true });
});

test('an event that was overtaken does not bring a run back to life', () => {
  const after = addEvents(live([], 'done'), [{ run: 'r', at: AT, key: 'read#1', event: 'step_finished' }]);
  expect(after.run.status).toBe('done');
});
