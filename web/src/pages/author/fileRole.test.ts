import { expect, test } from 'vitest';

import { roleOf } from './fileRole';

test.each([
  ['task.md', '- Domain: Earth\n- Use case: Water\n- Task ID: w', 'request'],
  ['task.txt', '* **Task title:** Water', 'request'],
  ['tasks.json', '[{"task_id": "a"}]', 'request'],
  ['tasks.csv', 'task_id,domain\na,b', 'request'],
  ['water.md', '# Water\n\n- Rain: falls down\n\nThe use case of water is drinking.', 'attachment'],
  ['answers.csv', 'person,q1\nann,1', 'attachment'],
  ['data.json', '{"a": 1}', 'attachment'],
  ['questions.txt', 'Understanding: Why?\n* key\n- wrong', 'attachment'],
])('%s', (name, text, expected) => {
  expect(roleOf(name, text)).toBe(expected);
});
