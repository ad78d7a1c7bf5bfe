import { expect, test } from 'vitest';

import { asProblem, Problem, problemOf, sentence } from './problem';

test('errors are found by field', () => {
  const problem = new Problem({
    detail: 'many',
    errors: [
      { pointer: '/tags/1', detail: 'too long' },
      { pointer: '/tags', detail: 'too many' },
      { pointer: '/stem', detail: 'empty' },
      { detail: 'and more' },
    ],
  });
  expect(problem.at('/tags')).toBe('Too long. Too many.');
  expect(problem.at('/stem')).toBe('Empty.');
  expect(problem.at('/tag')).toBeUndefined();
  expect(problem.isCoveredBy(['/tags', '/stem'])).toBe(false);
});

test('a problem without a list has one error', () => {
  const problem = new Problem({ detail: '200 is not from 1 to 100', pointer: '/questions' });
  expect(problem.at('/questions')).toBe('200 is not from 1 to 100.');
  expect(problem.isCoveredBy(['/questions', '/x'])).toBe(true);
  expect(new Problem({ detail: 'no' }).isCoveredBy(['/x'])).toBe(false);
});

test('a single error is shown with its hints', () => {
  const one = new Problem({ detail: 'no web address', pointer: '/url', hints: ['begin with https://', 'or `--url`'] });
  expect(one.at('/url')).toBe('No web address. Begin with https://.');
  const errors = [
    { pointer: '/url', detail: 'empty' },
    { pointer: '/name', detail: 'empty' },
  ];
  expect(new Problem({ errors, hints: ['type something'] }).at('/url')).toBe('Empty.');
});

test('an error without a field can be attributed to one', () => {
  expect(new Problem({ status: 400, detail: 'damaged' }).withField('/file').at('/file')).toBe('Damaged.');
  expect(new Problem({ status: 500, detail: 'broken' }).withField('/file').at('/file')).toBeUndefined();
  const named = new Problem({ status: 400, detail: 'long', pointer: '/name' }).withField('/file');
  expect([named.at('/file'), named.at('/name')]).toEqual([undefined, 'Long.']);
});

test('sentences', () => {
  const check = (text: string, expected: string) => expect(sentence(text)).toBe(expected);
  check('the file is empty', 'The file is empty.');
  check('Done!', 'Done!');
  check('water-cycle.md could not be read', 'water-cycle.md could not be read.');
  check('', '');
});

test('every failed response becomes a problem', async () => {
  const ours = new Response('{"detail":"no","code":"conflict","trace_id":"t"}', {
    status: 409,
    headers: { 'retry-after': '7' },
  });
  expect(await problemOf(ours)).toMatchObject({ status: 409, code: 'conflict', traceId: 't', retryAfter: 7 });
  const foreign = new Response('<html>', { status: 502, statusText: 'Bad Gateway' });
  expect((await problemOf(foreign)).detail).toBe('The server responded with 502 (Bad Gateway).');
  expect(asProblem(new Error('x')).code).toBe('page');
});

test('hints for the terminal are left out', () => {
  const hints = ['raise it with `tutti runs resume RUN`', 'say it with `--from`', '`-n 10` asks for ten', 'use `kind`'];
  expect(new Problem({ hints }).hints).toEqual(['use `kind`']);
});
