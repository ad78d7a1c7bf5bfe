/** Writes settings: all of them or none, in effect at once. */
import { api } from '../../lib/api';
import { asProblem, Problem } from '../../lib/problem';
import type { Schemas } from '../../lib/types';
import { plainProblem } from './values';

export type Changes = Record<string, unknown>;

export async function change(set: Changes): Promise<Schemas['SettingsView']> {
  try {
    return await api.patch('/api/settings', { body: { set } });
  } catch (error) {
    throw plainly(asProblem(error));
  }
}

/** The same problem, without the place in a file that nobody has open. */
function plainly(problem: Problem): Problem {
  return new Problem(
    {
      title: problem.title,
      status: problem.status,
      code: problem.code,
      detail: plainProblem(problem.detail) ?? '',
      hints: problem.hints,
      errors: problem.errors.map((error) => ({ ...error, detail: plainProblem(error.detail) ?? '' })),
      ...(problem.pointer === undefined ? {} : { pointer: problem.pointer }),
      ...(problem.traceId === undefined ? {} : { trace_id: problem.traceId }),
    },
    problem.retryAfter,
  );
}
