import { expect, test } from 'vitest';

import { whyStopped } from './runs';
import type { RunView } from './types';

const stop = { code: 'upstream_failed', detail: 'no answer', hints: ['Try again.'], trace_id: 'r1' };
const run = (status: string, why?: object) => ({ status, stop: why }) as unknown as RunView;

test('a run that stopped says why', () => {
  const problem = whyStopped(run('stopped', stop), 'It stopped');
  expect(problem).toMatchObject({ title: 'It stopped', detail: 'no answer', hints: ['Try again.'] });
});

test('a run that is at work again, that is done or that is not known yet says nothing', () => {
  expect(whyStopped(run('running', stop), 'It stopped')).toBeUndefined();
  expect(whyStopped(run('queued', stop), 'It stopped')).toBeUndefined();
  expect(whyStopped(run('done'), 'It stopped')).toBeUndefined();
  expect(whyStopped(undefined, 'It stopped')).toBeUndefined();
});
