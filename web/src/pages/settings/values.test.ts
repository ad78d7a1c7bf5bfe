import { expect, test } from 'vitest';

import {
  agentName,
  groupByFlow,
  choices,
  controlFor,
  withoutLocation,
  plainText,
  sourceOf,
  parseTyped,
} from './values';

test.each([
  ['true or false', 'switch'],
  ['a whole number from 1 to 10', 'whole'],
  ['an amount in US dollars from 0 to 1000000', 'number'],
  ['a number that is not negative', 'number'],
  ['a number from 0 to 1', 'number'],
  ['a list of "PROVIDER:MODEL" or "native"', 'list'],
  ['"gemini", "openai" or "anthropic"', 'choice'],
  ['"sqlite:PATH" or "postgres://USER:PASSWORD@HOST:PORT/DATABASE"', 'text'],
  ['"PROVIDER:MODEL"', 'text'],
  ['a text', 'text'],
])('%s is a %s', (allowed, form) => {
  expect(controlFor(allowed)).toBe(form);
});

test('choices are the quoted words', () => {
  expect(choices('"native", "model" or "native+model"')).toEqual(['native', 'model', 'native+model']);
});

test.each([
  ['"eng+nor"', 'eng+nor'],
  ['8', '8'],
  ['true', 'true'],
  ['["a:b", "native"]', 'a:b, native'],
  ["'x\\y'", 'x\\y'],
  [undefined, ''],
])('%s is shown', (toml, text) => {
  expect(plainText(toml)).toBe(text);
});

test.each([
  ['12', 'a whole number from 0 to 200', { value: 12 }],
  ['', 'a whole number from 0 to 200', { value: null }],
  [null, 'a whole number from 0 to 200', { value: null }],
  ['201', 'a whole number from 0 to 200', { error: 'Must be a whole number from 0 to 200.' }],
  ['1.5', 'a whole number from 0 to 200', { error: 'Must be a whole number from 0 to 200.' }],
  ['0.5', 'a number that is not negative', { value: 0.5 }],
  ['7', 'a number from 0 to 1', { error: 'Must be a number from 0 to 1.' }],
  ['2000000', 'an amount from 0 to 1000000', { error: 'Must be an amount from 0 to 1,000,000.' }],
  ['-1', 'a number that is not negative', { error: 'Must be a number that is not negative.' }],
  ['x', 'a text', { value: 'x' }],
  [true, 'true or false', { value: true }],
  ['a:b, native,', 'a list of "PROVIDER:MODEL" or "native"', { value: ['a:b', 'native'] }],
])('%j as %s', (typed, allowed, expected) => {
  expect(parseTyped(typed, allowed)).toEqual(expected);
});

test('sources', () => {
  expect(sourceOf('default', '/d/tutti.toml').words).toBe('Default');
  expect(sourceOf('/d/tutti.toml:3', '/d/tutti.toml')).toMatchObject({ isHere: true, isElsewhere: false });
  expect(sourceOf('/w/tutti.toml:3', '/d/tutti.toml')).toEqual({
    words: 'Set in /w/tutti.toml, line 3',
    isHere: false,
    isElsewhere: true,
  });
  expect(sourceOf('TUTTI_BUDGET_USD', '/d/tutti.toml').words).toBe('Set by the environment variable TUTTI_BUDGET_USD');
  expect(sourceOf('--set', '/d/tutti.toml').isElsewhere).toBe(true);
});

test('locations in the settings file are removed', () => {
  expect(withoutLocation('/d/tutti.toml:2: budget.usd must be 3')).toBe('budget.usd must be 3');
});

test('agents are grouped by flow', () => {
  const agents = ['forge_style', 'study_coach', 'readability'].map((name) => ({ name }));
  expect(groupByFlow(agents).map((group) => group.title)).toEqual(['Study', 'Forge', 'Other']);
  expect(agentName('author_question_writer')).toBe('Question writer');
});
