/** Author: upload a batch, answer reviews, download and check task files. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectWrong, downloadFrom } from './actions';
import { expect, expectAccessible, test } from './fixtures';
import { SAMPLES } from './server';

const REQUEST = join(SAMPLES, 'tasks/water-cycle.md');
const TEXT = join(SAMPLES, 'documents/water-cycle.md');
const QUESTIONS = readFileSync(join(SAMPLES, 'tasks/water-cycle.questions.txt'), 'utf8');

test('from a request to a task file, with reviews where needed', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Write quizzes for task files' }).click();
  await page.getByLabel('Drop requests').setInputFiles([REQUEST, TEXT]);
  await expect(page.getByLabel('Role of water-cycle.md')).toHaveCount(2);
  await expect(page.getByLabel('Role of water-cycle.md').nth(0)).toHaveValue('request');
  await expect(page.getByLabel('Role of water-cycle.md').nth(1)).toHaveValue('attachment');
  await page.getByRole('button', { name: 'Write quizzes' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'A task is waiting for you' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'water-cycle-basics' })).toBeVisible();
  await expect(page.getByText('Waiting for you', { exact: true })).toBeVisible();
  await expectAccessible(page, 'a waiting batch');
  await page.getByRole('link', { name: 'Answer' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Too few good questions' })).toBeVisible();
  const questions = page.getByLabel('Questions');
  await questions.fill('Why is the sea salty?');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('link', { name: 'Answer' }).click();
  await expectWrong(questions, /The questions cannot be read: line 1/, 'Why is the sea salty?');
  await questions.fill(QUESTIONS);
  await page.getByRole('button', { name: 'Send' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'The task is done' })).toBeVisible();
  await expect(page.getByText('Done', { exact: true }).first()).toBeVisible();
  await page.getByText('Show file').click();
  await expect(page.getByText('## Familiarity Quiz')).toBeVisible();
  await expectAccessible(page, 'a finished batch');
  const file = await downloadFrom(page, () => page.getByRole('link', { name: 'Task file' }).click());
  expect(file.name).toBe('water-cycle-basics.md');
  expect(file.bytes.toString()).toContain('pollution of the deep ocean');
  const all = await downloadFrom(page, () => page.getByRole('link', { name: 'Download' }).click());
  expect(all.bytes.subarray(0, 2).toString()).toBe('PK');

  await page.goto('/author/check');
  const lines = file.bytes.toString().split('\n');
  const at = lines.findIndex((line) => line.includes('**Correct answers**'));
  lines[at] = '| **Correct answers** | Researcher-only | ["F. Nothing of the kind"] |';
  const buffer = Buffer.from(lines.join('\n'));
  await page.getByLabel('Drop task files here').setInputFiles({ name: file.name, mimeType: 'text/markdown', buffer });
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  const found = page.getByRole('region', { name: 'Findings' });
  await expect(found).toBeFocused();
  await expect(
    found
      .getByRole('listitem')
      .filter({ hasText: `line ${at + 1}` })
      .first(),
  ).toContainText('Must be fixed');
  await expectAccessible(page, 'findings');
});

test('errors in a request are shown beside it', async ({ page }) => {
  await page.goto('/author');
  const write = page.getByRole('button', { name: 'Write quizzes' });
  await write.click();
  await expectWrong(page.getByLabel('Drop requests'), /Choose the request files first/);
  await page.getByLabel('Drop requests').setInputFiles(TEXT);
  await write.click();
  await expectWrong(page.getByLabel('Drop requests'), /None of these files is a request/);
  await expect(page.getByText('water-cycle.md')).toBeVisible();

  await page.getByRole('radio', { name: 'Text' }).check({ force: true });
  const request = page.getByRole('textbox', { name: 'Request' });
  await request.fill('{"tasks": [');
  await write.click();
  await expectWrong(request, /./, '{"tasks": [');
  await page.getByText('Options', { exact: true }).click();
  await page.getByLabel('Blind-solver answers').fill('99');
  await request.fill('- Domain: Earth science');
  await write.click();
  await expectWrong(page.getByLabel('Blind-solver answers'), /9/, '99');
  await expect(request).toHaveValue('- Domain: Earth science');

  await page.goto('/author/check');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expectWrong(page.getByLabel('Drop task files here'), /Choose a task file first/);
});

test('without a given source, one is found in the library', async ({ page, server }) => {
  await server.form('/api/library', { sample: 'volcanoes.md' });
  await page.goto('/author');
  await page.getByRole('radio', { name: 'Text' }).check({ force: true });
  await page.getByRole('button', { name: 'Start with an example' }).click();
  await page.getByRole('button', { name: 'Write quizzes' }).click();
  await expect(page.getByRole('heading', { name: 'volcanoes-basics' })).toBeVisible();
  await expect(page.getByText('Path A')).toBeVisible();
});
