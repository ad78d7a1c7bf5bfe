import { expect, test } from 'vitest';

import { attemptOf, nameOf, placeOf, describeStep, stepOf } from './steps';
import type { StepView } from './types';

function step(kind: StepView['kind'], key: string, title: string, more: Partial<StepView> = {}): StepView {
  return { n: 1, key, kind, title, started_at: '2026-01-01T00:00:00Z', milliseconds: 5, ...more };
}

function check(given: StepView, title: string, detail: string, tone: string) {
  expect(describeStep(given), given.key).toMatchObject({ title, detail, tone });
}

test('keys are split into names, attempts and places', () => {
  expect(nameOf('part/0/study_reader#1')).toBe('study_reader');
  expect(nameOf('readable!')).toBe('readable');
  expect(attemptOf('writer#3')).toBe(3);
  expect(placeOf('round/2/attempt/1/writer#1')).toBe('round 2, attempt 1');
  expect(placeOf('read#1')).toBe('');
});

test('steps are described', () => {
  check(step('step', 'read#1', ''), 'Open the document', '', 'plain');
  check(step('step', 'part/0/study_reader#1', 'native'), 'Reader: summary and concepts', 'built-in rules', 'plain');
  check(step('step', 'item/1/idea_writer#2', 'x:y failed: busy'), 'Idea writer, attempt 2', 'x:y failed: busy', 'bad');
  check(step('note', 'readable!', 'pass', { verdict: 'pass' }), 'Is the text readable?', '', 'good');
  check(
    step('note', 'form!', 'blocked: too_long: nine lines; H2: no text', { verdict: 'blocked' }),
    'Check: form',
    'nine lines; H2: no text',
    'bad',
  );
  check(step('note', 'a!', 'retry: busy', { recovery: 'retry' }), 'Retried', 'busy', 'warn');
  check(
    step('note', 'writer!regeneration!', 'regeneration: too_few', { recovery: 'regeneration' }),
    'Regenerated',
    'too few',
    'warn',
  );
  const status = { current_stage: 'QUESTION_WRITER', next_agent: 'PSYCHOMETRIC_REVIEWER' };
  check(
    step('note', 'status/2!', JSON.stringify({ status })),
    'Report: question writer',
    'next: psychometric reviewer',
    'plain',
  );
  check(step('note', 'status/2!', ''), 'Report: status', '', 'plain');
  check(step('wait', 'q?', 'asks: Keep `it`?'), 'Asked for review', 'Keep it?', 'wait');
  check(step('wait', 'q?', 'answer: yes'), 'Review answered', 'yes', 'plain');
  check(step('end', '@end/7', 'failed: it broke: badly'), 'Failed', 'it broke: badly', 'bad');
});

test('events become steps until a snapshot comes', () => {
  const at = '2026-01-01T00:00:01Z';
  expect(stepOf({ run: 'r', at, event: 'step_finished', key: 'read#1', milliseconds: 400 }, 3)).toMatchObject({
    n: 3,
    kind: 'step',
    milliseconds: 400,
    started_at: '2026-01-01T00:00:00.600Z',
  });
  const gate = { gate: { verdict: 'blocked', findings: [{ rule: 'long', message: 'nine' }] } };
  expect(stepOf({ run: 'r', at, event: 'noted', key: 'form!', note: gate }, 4)).toMatchObject({
    verdict: 'blocked',
    title: 'blocked: long: nine',
  });
  expect(stepOf({ run: 'r', at, event: 'noted', key: 'x!', note: { recovery: 'repair', why: 'y' } }, 5)?.recovery).toBe(
    'repair',
  );
  expect(stepOf({ run: 'r', at, event: 'step_started', key: 'read#1' }, 6)).toBeUndefined();
});
