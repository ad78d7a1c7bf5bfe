/** The library: add, search, study and remove documents. */
import { join } from 'node:path';
import { expectWrong } from './actions';
import { expect, expectAccessible, test } from './fixtures';
import { SAMPLES } from './server';

const DOCUMENTS = ['blood-pressure.md', 'volcanoes.md'].map((name) => join(SAMPLES, 'documents', name));

test('from an empty library to a passage, a session and an empty library again', async ({ page }) => {
  await page.goto('/library');
  await page.getByRole('button', { name: 'Add the first document' }).click();
  const adding = page.getByRole('dialog', { name: 'Add to the library' });
  await adding.getByLabel('Drop files here').setInputFiles(DOCUMENTS);
  await adding.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('2 documents were added to the library.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Study Blood pressure' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Study Volcanoes' })).toBeVisible();

  await page.getByRole('searchbox', { name: 'Search passages' }).fill('resistance of arteries');
  await expect(page.getByRole('status').filter({ hasText: /passages?$/ })).toBeVisible();
  const first = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('blockquote') })
    .first();
  await expect(first).toContainText('Blood pressure');
  await expect(first.locator('mark').first()).toHaveText(/resistance|arter/i);
  await expectAccessible(page, 'search results');
  await expect(page).toHaveURL(/q=resistance/);
  await page.reload();
  await expect(first.locator('mark').first()).toBeVisible();
  await page.getByRole('searchbox').fill('zebra crossing');
  await expect(page.getByRole('heading', { name: 'No matching passages' })).toBeVisible();
  await page.getByRole('searchbox').clear();

  await page.getByRole('button', { name: 'Study Volcanoes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Volcanoes' })).toBeVisible();
  await expect(page.getByRole('tab', { name: /^Cards/ })).toBeVisible();

  await page.goto('/library');
  for (const title of ['Volcanoes', 'Blood pressure']) {
    await page.getByRole('button', { name: `Remove ${title}` }).click();
    const question = page.getByRole('dialog', { name: `Remove “${title}”?` });
    await expectAccessible(page, 'a confirmation');
    await question.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText(`“${title}” was removed.`)).toBeVisible();
    await expect(page.getByRole('button', { name: `Study ${title}` })).toHaveCount(0);
  }
  await expect(page.getByRole('heading', { name: 'The library is empty' })).toBeVisible();
  await page.goto('/study');
  await expect(page.getByRole('link', { name: /^Volcanoes/ })).toBeVisible();
});

test('errors are shown beside the field', async ({ page }) => {
  await page.goto('/library');
  await page.getByRole('button', { name: 'Add a document' }).click();
  const adding = page.getByRole('dialog');
  const add = adding.getByRole('button', { name: 'Add', exact: true });
  await add.click();
  await expectWrong(adding.getByLabel('Drop files here'), /Choose a file first/);
  await adding.getByRole('radio', { name: 'Web page' }).check({ force: true });
  await adding.getByLabel('Address').fill('ftp://example.org/paper.pdf');
  await add.click();
  await expectWrong(
    adding.getByLabel('Address'),
    /not a web address\. It must begin with https/,
    'ftp://example.org/paper.pdf',
  );
  await adding.getByRole('radio', { name: 'File' }).check({ force: true });
  const damaged = { name: 'damaged.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 and no more') };
  await adding.getByLabel('Drop files here').setInputFiles(damaged);
  await add.click();
  await expectWrong(adding.getByLabel('Drop files here'), /damaged.*save it again/);
  await expect(adding.getByText('damaged.pdf', { exact: true })).toBeVisible();
  await adding.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: 'The library is empty' })).toBeVisible();
});
