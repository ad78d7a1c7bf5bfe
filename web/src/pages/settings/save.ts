/** Saves settings: all of them or none. They take effect at once. */
import { api } from '../../lib/api';
import { asProblem, Problem } from '../../lib/problem';
import type { Schemas } from '../../lib/types';
import { withoutLocation } from './values';

export type Changes = Record<string, unknown>;

export async function saveSettings(set: Changes): Promise<Schemas['SettingsView']> {
  try {
    return await api.patch('/api/settings', { body: { set } });
  } catch (error) {
    throw withoutLocations(asProblem(error));
  }
}

/** The same problem, without locations in the settings file. */
function withoutLocations(problem: Problem): Problem {
  return new Problem(
    {
      title: problem.title,
      status: problem.status,
      code: problem.code,
      detail: withoutLocation(problem.detail) ?? '',
      hints: problem.hints,
      errors: problem.errors.map((error) => ({ ...error, detail: withoutLocation(error.detail) ?? '' })),
      ...(problem.pointer === undefined ? {} : { pointer: problem.pointer }),
      ...(problem.traceId === undefined ? {} : { trace_id: problem.traceId }),
    },
    problem.retryAfter,
  );
}
