/** Studying: from a document to summary, cards, quizzes and exported files. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectWrong, downloadFrom, tabTo } from './actions';
import { expect, expectAccessible, test } from './fixtures';
import { SAMPLES, type Server } from './server';

const DOCUMENTS = join(SAMPLES, 'documents');

/** Creates a finished session through the API. */
async function studySample(server: Server, sample = 'blood-pressure.md'): Promise<string> {
  const { run, session } = await server.form('/api/study', { sample });
  expect(await server.waitForEnd(run)).toBe('done');
  return session;
}

async function exportFile(page: Page, what: string, format: string) {
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export' });
  await dialog.getByLabel('Content').selectOption(what);
  await dialog.getByLabel('Format').selectOption(format);
  await dialog.getByRole('button', { name: 'Export' }).click();
  const file = await downloadFrom(page, () => dialog.getByRole('link').first().click());
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  return file;
}

test('a file becomes a summary, cards, a quiz and exported files', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Welcome to Tutti' })).toBeVisible();
  await page.getByRole('link', { name: 'Or use your own document' }).click();
  await page.getByLabel('Drop a file here').setInputFiles(join(DOCUMENTS, 'blood-pressure.md'));
  await expect(page.getByText('blood-pressure.md')).toBeVisible();
  await page.getByRole('button', { name: 'Create cards and a quiz' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Blood pressure' })).toBeVisible();
  await expect(page.getByRole('tabpanel', { name: 'Summary' })).toContainText('force that the blood exerts');
  await page.getByRole('button', { name: 'Source of cardiac output' }).click();
  await expect(page.getByRole('figure').locator('mark')).toContainText(
    'the volume of blood that the heart pumps per minute',
  );

  await page.getByRole('tab', { name: /^Cards/ }).click();
  const cards = page.getByRole('tabpanel').getByRole('listitem');
  expect(await cards.count()).toBeGreaterThanOrEqual(10);
  await page.getByLabel('Hide answers').check();
  await cards.first().getByRole('button', { name: 'Show answer' }).click();
  await cards.first().getByRole('button', { name: 'Source' }).click();
  await expect(cards.first().locator('mark')).not.toBeEmpty();

  await page.getByRole('tab', { name: /^Quizzes/ }).click();
  await expect(page.getByText('Not taken yet')).toBeVisible();
  await page.getByRole('tab', { name: 'Document' }).click();
  await expect(page.getByRole('heading', { name: 'Measuring it well' })).toBeVisible();
  const source = await downloadFrom(page, () => page.getByRole('button', { name: 'Download file' }).click());
  expect(source.bytes).toEqual(readFileSync(join(DOCUMENTS, 'blood-pressure.md')));

  const deck = await exportFile(page, 'Cards', 'Anki deck (.apkg)');
  expect(deck.name).toMatch(/\.apkg$/);
  expect(deck.bytes.subarray(0, 2).toString()).toBe('PK');
  const quiz = await exportFile(page, 'Questions', 'Moodle GIFT (.gift)');
  expect(quiz.name).toMatch(/\.gift$/);
  expect(quiz.bytes.toString()).toMatch(/\{[^}]*=[^}]*~[^}]*\}/s);
});

test('the agents are watched while they work on a long text', async ({ page }) => {
  const book = readdirSync(DOCUMENTS)
    .flatMap((name) => Array<string>(2).fill(readFileSync(join(DOCUMENTS, name), 'utf8')))
    .join('\n\n');
  await page.goto('/study');
  await page
    .getByLabel('Drop a file here')
    .setInputFiles({ name: 'book.md', mimeType: 'text/markdown', buffer: Buffer.from(book) });
  await page.getByRole('button', { name: 'Create cards and a quiz' }).click();
  await expect(page.getByText('The agents are working')).toBeVisible();
  await expect(page.getByText('Reader: summary and concepts').first()).toBeVisible();
  await expect(page.getByRole('tab', { name: /^Cards/ })).toBeVisible({ timeout: 60_000 });
  await page.getByRole('link', { name: 'View the run' }).click();
  await expect(page.getByText('Coach: cards and questions').first()).toBeVisible();
  await expect(page.getByText('Does everything quote its source?').first()).toBeVisible();
});

test('a whole quiz by keyboard alone', async ({ page, server }) => {
  const session = await studySample(server);
  await page.goto(`/study/${session}`);
  await tabTo(page, page.getByRole('button', { name: 'Take the quiz' }));
  await page.keyboard.press('Enter');

  const answers = page.getByRole('radio');
  const verdict = page.getByText(/^(Correct\.|Not quite\. The correct answer is [A-F]\.)$/);
  const source = page.getByRole('complementary', { name: 'Source' });
  const place = page.getByText(/^Question \d+ of \d+/).first();
  await expect(place).toBeVisible();
  const total = Number(/of (\d+)/.exec((await place.textContent()) ?? '')?.[1]);
  expect(total).toBeGreaterThanOrEqual(5);
  const ways = [['2'], ['a'], ['ArrowDown', 'ArrowDown'], ['ArrowUp']];
  for (let at = 1; at <= total; at += 1) {
    await expect(place).toContainText(`Question ${at} of ${total}`);
    for (const key of ways[at % ways.length] ?? []) await page.keyboard.press(key);
    await expect(page.getByRole('radio', { checked: true })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(verdict).toBeVisible();
    await expect(answers.first()).toBeDisabled();
    await expect(source.locator('mark, tr.quoted').first()).not.toBeEmpty();
    if (at === 1) await expectAccessible(page, 'an answered question');
    await expect(page.getByRole('button', { name: at < total ? 'Next question' : 'See results' })).toBeFocused();
    await page.keyboard.press('Enter');
  }

  await expect(page.getByText(/^\d+ of \d+ correct$/)).toContainText(`of ${total} correct`);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Your mistakes' })).toBeVisible();
  await expectAccessible(page, 'the result');
  await tabTo(page, page.getByRole('button', { name: 'Create a quiz on your mistakes' }));
  await page.keyboard.press('Enter');
  await expect(place).toContainText('Question 1 of');
  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  await expect(verdict).toBeVisible();
});

test('a quiz continues where it was left', async ({ page, server }) => {
  const session = await studySample(server);
  await page.goto(`/study/${session}`);
  await page.getByRole('button', { name: 'Take the quiz' }).click();
  await page.getByRole('radio').first().check({ force: true });
  await page.getByRole('button', { name: 'Answer', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Next question' })).toBeVisible();
  await page.getByRole('link', { name: /^Leave the quiz/ }).click();
  await page.reload();
  await page.getByRole('button', { name: 'Continue the quiz' }).click();
  await expect(page.getByText(/^Question 2 of/).first()).toBeVisible();
  await page.getByRole('button', { name: /^Show question 1:/ }).click();
  await expect(page.getByRole('complementary', { name: 'Source' })).toBeVisible();
});

test('cards are reviewed by keyboard', async ({ page, server }) => {
  await studySample(server);
  await page.goto('/');
  await tabTo(page, page.getByRole('link', { name: 'Review', exact: true }));
  await page.keyboard.press('Enter');
  const left = page.getByText(/^\d+ to go$/);
  await expect(left).toBeVisible();
  const total = parseInt((await left.textContent()) ?? '');
  for (let at = 0; at < total; at += 1) {
    await expect(left).toHaveText(`${total - at} to go`);
    await page.keyboard.press('Space');
    await expect(page.getByRole('button', { name: /^Good in / })).toBeVisible();
    if (at === 0) await expectAccessible(page, 'a card');
    await page.keyboard.press(at === 0 ? '1' : at === 1 ? '2' : at === 2 ? 'Enter' : '4');
  }
  await expect(page.getByRole('heading', { name: 'Done for now' })).toBeVisible();
  await expect(page.getByText(`You reviewed ${total} cards.`)).toBeVisible();
  await expect(page.getByText(/The next card is due in/)).toBeVisible();
});

test('Norwegian in, Norwegian out', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: /\(Norwegian/ }).click();
  await expect(page.getByRole('tab', { name: /^Cards/ })).toBeVisible();
  await expect(page.getByText(/Norwegian/).first()).toBeVisible();
  await expect(page.getByRole('tabpanel').locator('[lang^="n"]').first()).toContainText(/ (er|og) /);
  await page.getByRole('button', { name: 'Take the quiz' }).click();
  await expect(page.getByRole('heading', { name: /^Question 1 of/ })).toContainText(/(Hva|Hvilke[nt]?|Hvor|Hvem|Når) /);
});

test('errors are shown beside the field, and nothing typed is lost', async ({ page }) => {
  await page.goto('/study');
  const submit = page.getByRole('button', { name: 'Create cards and a quiz' });
  await submit.click();
  await expectWrong(page.getByLabel('Drop a file here'), /Choose a file first/);

  await page.getByRole('radio', { name: 'Web page' }).check({ force: true });
  await page.getByLabel('Address').fill('http://127.0.0.1/secret');
  await submit.click();
  await expectWrong(page.getByLabel('Address'), /not on the public internet/, 'http://127.0.0.1/secret');

  await page.getByRole('radio', { name: 'Text' }).check({ force: true });
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Too short to learn from.');
  await page.getByText('Options', { exact: true }).click();
  await page.getByLabel('Questions').fill('10000');
  await submit.click();
  await expectWrong(page.getByLabel('Questions'), /200|many/, '10000');
  await expectAccessible(page, 'a form with an error');
  await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toHaveValue('Too short to learn from.');
  await page.getByLabel('Questions').fill('5');
  await submit.click();
  await expect(page.getByRole('alert')).toContainText('24 characters; 500 are needed');
  await page.getByRole('link', { name: 'Edit and try again' }).click();
  await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toHaveValue('Too short to learn from.');
});

test('a damaged file is reported as damaged', async ({ page }) => {
  await page.goto('/study');
  await page
    .getByLabel('Drop a file here')
    .setInputFiles({ name: 'broken.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 and no more') });
  await page.getByRole('button', { name: 'Create cards and a quiz' }).click();
  await expect(page.getByRole('alert')).toContainText('The document is damaged: its pages cannot be found.');
  await expect(page.getByRole('alert')).toContainText('Open it in the program it came from and save it again.');
});
