/** The bank: items are found, changed, remade, deleted, brought in, taken out and measured. */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, settled, test } from './fixtures';
import { expectWrong, saved } from './hands';
import type { Server } from './server';

const GOOD = `::Capital:: What is the capital of Norway? {=Oslo ~Bergen ~Trondheim ~Stavanger}

::Water:: Water boils at 100 degrees Celsius at sea level. {T}
`;
const BROKEN = `::Capital:: What is the capital of Norway? {=Oslo ~Bergen ~Trondheim}

::Broken:: Which one is right? {~Bergen ~Oslo
`;

const gift = (text: string) => ({ name: 'quiz.gift', mimeType: 'text/plain', buffer: Buffer.from(text) });

/** Six exam items; gives their names, the first to the last as the bank lists them. */
async function forged(server: Server): Promise<string[]> {
  const { run } = await server.post('/api/forge', { items: 6, seed: 7 });
  expect(await server.ended(run)).toBe('done');
  const { items } = await server.json('/api/items');
  return items.map((item: { id: string }) => item.id);
}

/** Two items from a file of somebody else, by hand. */
async function imported(page: Page): Promise<void> {
  await page.goto('/bank');
  await page.getByRole('button', { name: 'Import items' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import items' });
  await dialog.getByLabel('Drop files here').setInputFiles(gift(GOOD));
  await dialog.getByRole('button', { name: 'Import 2 items' }).click();
  await expect(page.getByText('2 new items in the bank.')).toBeVisible();
}

test('items are found by words, kind and tag', async ({ page, server }) => {
  await forged(server);
  const study = await server.form('/api/study', { sample: 'volcanoes.md' });
  await server.ended(study.run);
  await page.goto('/bank');
  await settled(page);
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
  await expect(page.getByRole('heading', { name: 'Nothing fits' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all items' }).click();
  await expect(page.getByText(/^\d+ items$/)).toBeVisible();
  await page.getByRole('radio', { name: 'Flaws' }).check({ force: true });
  await expect(page).toHaveURL(/view=flaws/);
});

test('an item is changed with its look beside it, and every version is kept', async ({ page, server }) => {
  const [item = ''] = await forged(server);
  await page.goto(`/bank/${item}`);
  await page.getByRole('link', { name: 'Edit' }).click();
  const question = page.getByLabel('Question');
  const preview = page.getByRole('region', { name: 'How it looks' });
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
  await expect(page.getByText('Saved. The version before is kept.')).toBeVisible();
  await expect(page.getByText('Version 2')).toBeVisible();
  await page.getByRole('link', { name: /^Version 1/ }).click();
  await expect(page.getByRole('insertion').filter({ hasText: 'How large' }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Go back to this version' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Go back to it' }).click();
  await expect(page.getByText('The item is again as it was in version 1.')).toBeVisible();
  await page.getByRole('link', { name: 'Edit' }).click();
  await expect(question).toHaveValue(before);
});

test('whoever comes second is told, and loses nothing', async ({ page, server }) => {
  const [item = ''] = await forged(server);
  await page.goto(`/bank/${item}/edit`);
  await page.getByLabel('Tags').fill('mine');

  const path = `/api/items/${item}`;
  const seen = await fetch(server.url + path);
  const { item: theirs } = (await seen.json()) as { item: object };
  const headers = { 'content-type': 'application/json', 'if-match': seen.headers.get('etag') ?? '' };
  await server.json(path, { method: 'PUT', headers, body: JSON.stringify({ ...theirs, tags: ['theirs'] }) });

  await page.getByRole('button', { name: 'Save' }).first().click();
  await expect(page.getByRole('alert')).toContainText('Somebody changed the item meanwhile');
  await expect(page.getByLabel('Tags')).toHaveValue('mine');
  await page.getByRole('button', { name: 'Save mine over it' }).click();
  await expect(page.getByText('Version 3')).toBeVisible();
  await expect(page.getByRole('link', { name: 'mine' })).toBeVisible();
});

test('a change of what is gone is not lost', async ({ page, server }) => {
  const [item = ''] = await forged(server);
  await page.goto(`/bank/${item}/edit`);
  await page.getByLabel('Question').fill('Something that took long to write?');
  const { headers } = await fetch(`${server.url}/api/items/${item}`);
  const gone = { method: 'DELETE', headers: { 'if-match': headers.get('etag') ?? '' } };
  expect((await fetch(`${server.url}/api/items/${item}`, gone)).status).toBe(204);
  await page.getByRole('button', { name: 'Save' }).first().click();
  await expect(page.getByRole('alert')).toContainText('What you wrote is still here');
  await expect(page.getByLabel('Question')).toHaveValue('Something that took long to write?');
});

test('another item is made like one, and one is deleted', async ({ page, server }) => {
  const [item = ''] = await forged(server);
  await page.goto(`/bank/${item}`);
  await page.getByRole('button', { name: 'Make another like it' }).click();
  await expect(page).toHaveURL(/\/forge\/[^/]+$/);
  const run = new URL(page.url()).pathname.split('/').pop() ?? '';
  expect(await server.ended(run)).toBe('done');

  await page.goto(`/bank/${item}`);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the item' }).click();
  await expect(page.getByText('The item is deleted.')).toBeVisible();
  await expect(page.getByText('6 items', { exact: true })).toBeVisible();
  await page.goto(`/bank/${item}`);
  await expect(page.getByRole('heading', { name: 'This item is not in the bank' })).toBeVisible();
});

test('a file of others is brought in; where it is broken, the line is named', async ({ page }) => {
  await page.goto('/bank');
  await page.getByRole('button', { name: 'Import items' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import items' });
  const files = dialog.getByLabel('Drop files here');
  await files.setInputFiles(gift(BROKEN));
  await expectWrong(files, /quiz\.gift: line 3: the brace is not closed/);
  await expect(dialog.getByText('quiz.gift', { exact: true })).toBeVisible();
  await expectAccessible(page, 'a broken file');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await imported(page);
  await page.getByRole('link', { name: /What is the capital of Norway/ }).click();
  await expect(page.getByText('Key, option A:')).toBeAttached();
  await page.goto('/bank?import');
  await files.setInputFiles(gift(GOOD));
  await expect(dialog.getByText('Already here')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
});

test('items are taken out, and what a format cannot hold is told before', async ({ page, server }) => {
  await forged(server);
  await page.goto('/bank');
  await page.getByRole('button', { name: 'Choose some' }).click();
  await page.getByLabel('Choose this item').nth(0).check();
  await page.getByLabel('Choose this item').nth(1).check();
  await page.getByRole('button', { name: 'Export these' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export' });
  await dialog.getByLabel('Format').selectOption('Moodle GIFT (.gift)');
  await dialog.getByRole('button', { name: 'Write the file' }).click();
  await expect(dialog.getByText('This format cannot hold everything:')).toBeVisible();
  await expect(dialog.getByText('The formal claim. (2 items)')).toBeVisible();
  await expectAccessible(page, 'an export');
  const file = await saved(page, () => dialog.getByRole('link', { name: /\.gift$/ }).click());
  expect(file.bytes.toString().match(/^::/gm)).toHaveLength(2);
});

/** Forty people, from those who know little to those who know all, and which option each chose. */
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

test('a table of answers becomes charts and measured difficulties', async ({ page, server }) => {
  const items = await forged(server);
  await page.goto('/bank/analyse');
  const drop = page.getByLabel('Drop a table here');
  await page.getByRole('button', { name: 'Analyse', exact: true }).click();
  await expectWrong(drop, /Choose a table first/);
  const table = (text: string) => ({ name: 'answers.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await drop.setInputFiles(table('person,q1\nann,Z\nbo,A'));
  await page.getByRole('button', { name: 'Analyse', exact: true }).click();
  await expectWrong(drop, /answers\.csv: line 2, cell 2: Z is no answer/);

  await drop.setInputFiles(table(await answers(server, items)));
  await page.getByRole('button', { name: 'Analyse', exact: true }).click();
  await expect(page.getByRole('region', { name: 'What the answers say' })).toBeFocused();
  await expect(page.getByText('Reliability')).toBeVisible();
  await page.getByRole('tab', { name: /^Items/ }).click();
  await page.getByRole('button', { name: items[0] ?? '' }).click();
  await expect(page.getByRole('table', { name: /^Who chose what/ })).toBeVisible();
  await page.getByRole('tab', { name: 'Charts' }).click();
  await expect(page.getByRole('tabpanel').locator('svg, canvas').first()).toBeVisible();
  await expectAccessible(page, 'charts');
  await page.getByText('The numbers behind it').first().click();
  await expect(page.getByRole('tabpanel').getByRole('table').first()).toBeVisible();

  await page.getByRole('button', { name: 'Keep the difficulties' }).click();
  await expect(page.getByText('The difficulty of 6 items is in the bank now.')).toBeVisible();
  await page.goto(`/bank/${items[0]}`);
  await expect(page.getByText(/answered it right, out of 40 answers/)).toBeVisible();
});
