/** The bank: find, edit, regenerate, delete, import, export and analyse items. */
import type { Page } from '@playwright/test';
import { expectWrong, downloadFrom } from './actions';
import { expect, expectAccessible, waitUntilStable, test } from './fixtures';
import type { Server } from './server';

const GOOD = `::Capital:: What is the capital of Norway? {=Oslo ~Bergen ~Trondheim ~Stavanger}

::Water:: Water boils at 100 degrees Celsius at sea level. {T}
`;
const BROKEN = `::Capital:: What is the capital of Norway? {=Oslo ~Bergen ~Trondheim}

::Broken:: Which one is right? {~Bergen ~Oslo
`;

const gift = (text: string) => ({ name: 'quiz.gift', mimeType: 'text/plain', buffer: Buffer.from(text) });

/** Forges six exam items; returns their IDs in the order of the bank. */
async function forgeItems(server: Server): Promise<string[]> {
  const { run } = await server.post('/api/forge', { items: 6, seed: 7 });
  expect(await server.waitForEnd(run)).toBe('done');
  const { items } = await server.json('/api/items');
  return items.map((item: { id: string }) => item.id);
}

/** Imports two items from a file on the Bank page. */
async function importItems(page: Page): Promise<void> {
  await page.goto('/bank');
  await page.getByRole('button', { name: 'Import items' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import items' });
  await dialog.getByLabel('Drop files here').setInputFiles(gift(GOOD));
  await dialog.getByRole('button', { name: 'Import 2 items' }).click();
  await expect(page.getByText('Imported 2 new items.')).toBeVisible();
}

test('items are found by words, kind and tag', async ({ page, server }) => {
  await forgeItems(server);
  const study = await server.form('/api/study', { sample: 'volcanoes.md' });
  await server.waitForEnd(study.run);
  await page.goto('/bank');
  await waitUntilStable(page);
  const items = page
    .getByRole('main')
    .getByRole('link')
    .filter({ hasText: /Multiple choice|Card/ });
  await page.getByLabel('Tag').selectOption({ label: 'esat (6)' });
  await expect(items).toHaveCount(6);
  await expect(items.locator('math').first()).toBeVisible();
  await page.getByLabel('Tag').selectOption('All tags');
  await page.getByLabel('Kind').selectOption('flashcard');
  await expect(items.filter({ hasText: 'Multiple choice' })).toHaveCount(0);
  await expect(items.first()).toContainText('Card');

  await page.getByRole('searchbox', { name: 'Search' }).fill('magma');
  await expect(page).toHaveURL(/q=magma/);
  await expect(items.filter({ hasNotText: /magma/i })).toHaveCount(0);
  await page.reload();
  await expect(items.first()).toContainText(/magma/i);
  await page.getByRole('searchbox', { name: 'Search' }).fill('unheard-of words');
  await expect(page.getByRole('heading', { name: 'No matching items' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all items' }).click();
  await expect(page.getByText(/^\d+ items$/)).toBeVisible();
  await page.getByRole('radio', { name: 'Flaws' }).check({ force: true });
  await expect(page).toHaveURL(/view=flaws/);
});

test('an item is edited with a preview, and every version is kept', async ({ page, server }) => {
  const [item = ''] = await forgeItems(server);
  await page.goto(`/bank/${item}`);
  await page.getByRole('link', { name: 'Edit' }).click();
  const question = page.getByLabel('Question');
  const preview = page.getByRole('region', { name: 'Preview' });
  const before = await question.inputValue();

  await question.fill('How large is \\(x^2\\) for \\(x = 3\\)?');
  await expect(preview).toContainText('How large is');
  await expect(preview.locator('math').first()).toBeVisible();
  await page.getByLabel('Option B', { exact: true }).fill('');
  await page.getByRole('button', { name: 'Save' }).first().click();
  await expectWrong(page.getByLabel('Option B', { exact: true }), /The text is empty/, '');
  await expect(question).toHaveValue('How large is \\(x^2\\) for \\(x = 3\\)?');
  await expectAccessible(page, 'a form with a mistake');

  await page.getByLabel('Option B', { exact: true }).fill('12');
  await page.getByRole('button', { name: 'Save' }).first().click();
  await expect(page.getByText('Saved. The previous version is kept.')).toBeVisible();
  await expect(page.getByText('Version 2')).toBeVisible();
  await page.getByRole('link', { name: /^Version 1/ }).click();
  await expect(page.getByRole('insertion').filter({ hasText: 'How large' }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Restore this version' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('Restored version 1.')).toBeVisible();
  await page.getByRole('link', { name: 'Edit' }).click();
  await expect(question).toHaveValue(before);
});

test('a conflicting edit is reported, and nothing is lost', async ({ page, server }) => {
  const [item = ''] = await forgeItems(server);
  await page.goto(`/bank/${item}/edit`);
  await page.getByLabel('Tags').fill('mine');

  const path = `/api/items/${item}`;
  const response = await fetch(server.url + path);
  const { item: theirs } = (await response.json()) as { item: object };
  const headers = { 'content-type': 'application/json', 'if-match': response.headers.get('etag') ?? '' };
  await server.json(path, { method: 'PUT', headers, body: JSON.stringify({ ...theirs, tags: ['theirs'] }) });

  await page.getByRole('button', { name: 'Save' }).first().click();
  await expect(page.getByRole('alert')).toContainText('Someone else changed this item');
  await expect(page.getByLabel('Tags')).toHaveValue('mine');
  await page.getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect(page.getByText('Version 3')).toBeVisible();
  await expect(page.getByRole('link', { name: 'mine' })).toBeVisible();
});

test('an edit of a deleted item is not lost', async ({ page, server }) => {
  const [item = ''] = await forgeItems(server);
  await page.goto(`/bank/${item}/edit`);
  await page.getByLabel('Question').fill('Something that took long to write?');
  const { headers } = await fetch(`${server.url}/api/items/${item}`);
  const gone = { method: 'DELETE', headers: { 'if-match': headers.get('etag') ?? '' } };
  expect((await fetch(`${server.url}/api/items/${item}`, gone)).status).toBe(204);
  await page.getByRole('button', { name: 'Save' }).first().click();
  await expect(page.getByRole('alert')).toContainText('Your text is still here');
  await expect(page.getByLabel('Question')).toHaveValue('Something that took long to write?');
});

test('a similar item is created, and an item is deleted', async ({ page, server }) => {
  const [item = ''] = await forgeItems(server);
  await page.goto(`/bank/${item}`);
  await page.getByRole('button', { name: 'Create a similar item' }).click();
  await expect(page).toHaveURL(/\/forge\/[^/]+$/);
  const run = new URL(page.url()).pathname.split('/').pop() ?? '';
  expect(await server.waitForEnd(run)).toBe('done');

  await page.goto(`/bank/${item}`);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete item' }).click();
  await expect(page.getByText('Item deleted.')).toBeVisible();
  await expect(page.getByText('6 items', { exact: true })).toBeVisible();
  await page.goto(`/bank/${item}`);
  await expect(page.getByRole('heading', { name: 'This item is not in the bank' })).toBeVisible();
});

test('a file is imported; for a broken one, the line is named', async ({ page }) => {
  await page.goto('/bank');
  await page.getByRole('button', { name: 'Import items' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import items' });
  const files = dialog.getByLabel('Drop files here');
  await files.setInputFiles(gift(BROKEN));
  await expectWrong(files, /quiz\.gift: line 3: the brace is not closed/);
  await expect(dialog.getByText('quiz.gift', { exact: true })).toBeVisible();
  await expectAccessible(page, 'a broken file');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await importItems(page);
  await page.getByRole('link', { name: /What is the capital of Norway/ }).click();
  await expect(page.getByText('Key, option A:')).toBeAttached();
  await page.goto('/bank?import');
  await files.setInputFiles(gift(GOOD));
  await expect(dialog.getByText('Already in the bank')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
});

test('items are exported, and losses are reported before the download', async ({ page, server }) => {
  await forgeItems(server);
  await page.goto('/bank');
  await page.getByRole('button', { name: 'Select items' }).click();
  await page.getByLabel('Select this item').nth(0).check();
  await page.getByLabel('Select this item').nth(1).check();
  await page.getByRole('button', { name: 'Export selected' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export' });
  await dialog.getByLabel('Format').selectOption('Moodle GIFT (.gift)');
  await dialog.getByRole('button', { name: 'Export' }).click();
  await expect(dialog.getByText('Not included in this format:')).toBeVisible();
  await expect(dialog.getByText('The formal claim. (2 items)')).toBeVisible();
  await expectAccessible(page, 'an export');
  const file = await downloadFrom(page, () => dialog.getByRole('link', { name: /\.gift$/ }).click());
  expect(file.bytes.toString().match(/^::/gm)).toHaveLength(2);
});

/** A table of answers from forty people of increasing ability. */
async function answers(server: Server, items: string[]): Promise<string> {
  const keys: string[] = [];
  for (const item of items) keys.push((await server.json(`/api/items/${item}`)).item.body.key);
  const rows = Array.from({ length: 40 }, (_, person) => {
    const cells = keys.map((key, at) => {
      const isRight = person / 8 + ((person * 7 + at * 3) % 4) > at + 1.5;
      return isRight ? key : ('ABCD'.replace(key, '')[(person + at) % 3] ?? '');
    });
    return [`p${person + 1}`, ...cells].join(',');
  });
  return [['person', ...items].join(','), ...rows].join('\n');
}

test('an analysis of answers gives charts and measured difficulties', async ({ page, server }) => {
  const items = await forgeItems(server);
  await page.goto('/bank/analyse');
  const drop = page.getByLabel('Drop a table here');
  await page.getByRole('button', { name: 'Analyse', exact: true }).click();
  await expectWrong(drop, /Choose a table first/);
  const table = (text: string) => ({ name: 'answers.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await drop.setInputFiles(table('person,q1\nann,Z\nbo,A'));
  await page.getByRole('button', { name: 'Analyse', exact: true }).click();
  await expectWrong(drop, /answers\.csv: line 2, cell 2: Z is not an answer/);

  await drop.setInputFiles(table(await answers(server, items)));
  await page.getByRole('button', { name: 'Analyse', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Analysis results' })).toBeFocused();
  await expect(page.getByText('Reliability')).toBeVisible();
  await page.getByRole('tab', { name: /^Items/ }).click();
  await page.getByRole('button', { name: items[0] ?? '' }).click();
  await expect(page.getByRole('table', { name: /^Options chosen in/ })).toBeVisible();
  await page.getByRole('tab', { name: 'Charts' }).click();
  await expect(page.getByRole('tabpanel').locator('svg, canvas').first()).toBeVisible();
  await expectAccessible(page, 'charts');
  await page.getByText('Show the data').first().click();
  await expect(page.getByRole('tabpanel').getByRole('table').first()).toBeVisible();

  await page.getByRole('button', { name: 'Save difficulties' }).click();
  await expect(page.getByText('Saved the difficulty of 6 items.')).toBeVisible();
  await page.goto(`/bank/${items[0]}`);
  await expect(page.getByText(/of 40 answers were correct/)).toBeVisible();
});
