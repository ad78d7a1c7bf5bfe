/** The forge: create, watch, inspect and export exam items, and check your own. */
import { expectWrong, placeLink, downloadFrom } from './actions';
import { expect, expectAccessible, test } from './fixtures';

test('from a request to proved items in the bank and on paper', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Create exam items' }).click();
  const many = page.getByLabel('Number of items');
  await many.fill('0');
  await page.getByRole('button', { name: /^Create/ }).click();
  await expectWrong(many, /1/, '0');
  await many.fill('12');
  await page.getByRole('checkbox', { name: /^Physics/ }).uncheck();
  await page.getByText('Options', { exact: true }).click();
  await page.getByLabel('Seed').fill('7');
  await expectAccessible(page, 'the forge form');
  await page.getByRole('button', { name: 'Create 12 items' }).click();

  await expect(page.getByRole('heading', { level: 1, name: '12 items created' })).toBeVisible();
  const items = page
    .getByRole('main')
    .getByRole('link')
    .filter({ hasText: /Easy|Medium|Hard/ });
  await expect(items).toHaveCount(12);
  await expectAccessible(page, 'the created items');
  await items.first().click();

  await expect(page.getByText('1 of 12')).toBeVisible();
  await expect(page.getByText('Accepted', { exact: true })).toBeVisible();
  const options = page.getByRole('article').getByRole('list').first().getByRole('listitem');
  await expect(options.filter({ hasText: 'Key, option' })).toHaveCount(1);
  const wrong = options.filter({ hasNotText: 'Key, option' });
  expect(await wrong.count()).toBeGreaterThanOrEqual(3);
  for (const path of await wrong.all()) await expect(path.getByRole('code')).not.toBeEmpty();
  await expect(page.getByRole('listitem').filter({ hasText: 'Proof passed' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Wrong options passed' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Formal claim' })).toBeVisible();
  await page.getByRole('link', { name: 'Next item' }).click();
  await expect(page.getByText('2 of 12')).toBeVisible();
  await page.getByRole('link', { name: 'Open in the bank' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Multiple choice' })).toBeVisible();
  await placeLink(page, 'Bank').click();
  await expect(page.getByText('12 items', { exact: true })).toBeVisible();

  await placeLink(page, 'Forge').click();
  await page.getByRole('region', { name: 'Earlier runs' }).getByRole('link').first().click();
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export' });
  await dialog.getByRole('button', { name: 'Export' }).click();
  await expect(dialog.getByText('12 items')).toBeVisible();
  for (const link of await dialog.getByRole('link', { name: /\.pdf$/ }).all()) {
    const paper = await downloadFrom(page, () => link.click());
    expect(paper.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  }
});

test('errors are shown beside their fields, and nothing is lost', async ({ page }) => {
  await page.goto('/forge');
  await page.getByRole('checkbox', { name: /^Mathematics/ }).uncheck();
  await page.getByRole('checkbox', { name: /^Physics/ }).uncheck();
  await page.getByLabel('Number of items').fill('3');
  await page.getByText('Options', { exact: true }).click();
  const shares = page.getByRole('group', { name: 'Shares in percent' });
  await shares.getByLabel('Easy').fill('90');
  await page.getByRole('button', { name: 'Create 3 items' }).click();
  await expectWrong(page.getByRole('checkbox', { name: /^Mathematics/ }), /Choose at least one/);
  await expect(shares).toHaveAccessibleDescription(/must add up to 100/);
  await expect(shares.getByLabel('Easy')).toHaveValue('90');
  await expect(page.getByLabel('Number of items')).toHaveValue('3');
  await expectAccessible(page, 'the forge form with errors');
});

test('items appear as they are created, and stay after a stop', async ({ page, server }) => {
  await page.goto('/forge');
  await page.getByLabel('Number of items').fill('900');
  await page.getByRole('button', { name: 'Create 900 items' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Creating 900 items' })).toBeVisible();
  await expect(page.getByText(/^[1-9]\d* of 900 done/)).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^\d+ of 900 items created$/ })).toBeVisible();
  const run = new URL(page.url()).pathname.split('/').pop() ?? '';
  expect(await server.waitForEnd(run)).toBe('cancelled');
});

test('own items are checked', async ({ page }) => {
  await page.goto('/forge');
  await page.getByRole('link', { name: 'Check your own items' }).click();
  const check = page.getByRole('button', { name: 'Check', exact: true });
  await check.click();
  await expectWrong(page.getByLabel('Drop a file here'), /Choose a file first/);
  await page.getByRole('button', { name: 'Show an example' }).click();
  await check.click();
  await expect(page.getByRole('heading', { name: 'The item passes' })).toBeVisible();

  const items = page.getByLabel('Items', { exact: true });
  const sound = await items.inputValue();
  await items.fill(sound.replace('correct_option: C', 'correct_option: D'));
  await check.click();
  await expect(page.getByRole('heading', { name: 'The item does not pass' })).toBeVisible();
  await expect(page.getByText('my-first-item')).toBeVisible();
  await expectAccessible(page, 'an item that fails');
  await items.fill('{"id": ');
  await check.click();
  await expect(page.getByText('EOF while parsing a value at line 1 column 6.')).toBeVisible();
  await expect(items).toHaveValue('{"id": ');
});
