import { expect, test } from 'vitest';

import { stopProblem } from './runs';
import type { RunView } from './types';

const stop = { code: 'upstream_failed', detail: 'no answer', hints: ['Try again.'], trace_id: 'r1' };
const run = (status: string, why?: object) => ({ status, stop: why }) as unknown as RunView;

test('a run that stopped says why', () => {
  const problem = stopProblem(run('stopped', stop), 'It stopped');
  expect(problem).toMatchObject({ title: 'It stopped', detail: 'no answer', hints: ['Try again.'] });
});

test('a run that is active, done or not loaded yet has no problem', () => {
  expect(stopProblem(run('running', stop), 'It stopped')).toBeUndefined();
  expect(stopProblem(run('queued', stop), 'It stopped')).toBeUndefined();
  expect(stopProblem(run('done'), 'It stopped')).toBeUndefined();
  expect(stopProblem(undefined, 'It stopped')).toBeUndefined();
});
