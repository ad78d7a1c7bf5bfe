/** Reviews: a person answers what a run cannot decide on its own, and the run continues. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { expectWrong, placeLink } from './actions';
import { expect, expectAccessible, test } from './fixtures';
import { SAMPLES, type Server } from './server';

const TEXT = readFileSync(join(SAMPLES, 'documents/blood-pressure.md'), 'utf8').split('\n## ')[0]?.slice(2) ?? '';

/** An image of a page that OCR reads badly but a person can read. */
async function badScan(context: BrowserContext): Promise<Buffer> {
  const sheet = await context.newPage();
  await sheet.setViewportSize({ width: 640, height: 480 });
  await sheet.setContent(`<body style="background: #ddd; margin: 0; padding: 24px">
    <p style="font: 14px serif; color: #555; filter: blur(1.4px); transform: rotate(1deg)">${TEXT}</p></body>`);
  const picture = await sheet.screenshot();
  await sheet.close();
  return picture;
}

/** Uploads the scan and waits for the review. */
async function uploadBadScan(page: Page): Promise<void> {
  const buffer = await badScan(page.context());
  await page.goto('/study');
  await page.getByLabel('Drop a file here').setInputFiles({ name: 'scan.png', mimeType: 'image/png', buffer });
  await page.getByRole('button', { name: 'Create cards and a quiz' }).click();
  await expect(page.getByText('Waiting for your review.')).toBeVisible();
}

test('a bad scan is corrected beside its image', async ({ page }) => {
  await uploadBadScan(page);
  await expect(placeLink(page, 'Reviews.*1 waiting')).toBeVisible();
  await page.getByRole('link', { name: 'Correct the text' }).click();
  const picture = page.getByRole('img', { name: /^Page 1 of/ });
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const text = page.getByLabel('Text of page 1');
  await expectAccessible(page, 'a correction');

  await text.fill('');
  // If nothing at all was recognised, an empty text is no change.
  await page.getByRole('button', { name: /^Send (corrected text|without changes)$/ }).click();
  await expectWrong(text, /There is no text to send/);
  await text.fill(`Blood pressure\n\n${TEXT}`);
  await page.reload();
  await expect(text).toHaveValue(/systolic pressure/);
  await page.getByRole('button', { name: 'Send corrected text' }).click();
  await expect(page.getByRole('tab', { name: /^Cards/ })).toBeVisible();
  await page.getByRole('tab', { name: 'Document' }).click();
  await expect(page.getByText('the highest pressure while the heart contracts').first()).toBeVisible();
  await page.getByRole('button', { name: 'Show pages' }).click();
  await expect(page.getByRole('img', { name: /^Page 1 of/ })).toBeVisible();

  await placeLink(page, 'Reviews').click();
  await expect(page.getByRole('heading', { name: 'No reviews waiting' })).toBeVisible();
  await page.getByLabel('Include answered reviews').check();
  await page.getByRole('link', { name: /^Correct the recognised text/ }).click();
  await expect(page.getByRole('heading', { name: 'Answer' })).toBeVisible();
});

test('a scan is discarded', async ({ page }) => {
  await uploadBadScan(page);
  await page.getByRole('link', { name: 'Correct the text' }).click();
  await page.getByRole('button', { name: 'Discard document' }).click();
  await page
    .getByRole('dialog', { name: 'Discard this document?' })
    .getByRole('button', { name: 'Discard' })
    .click();
  await expect(page.getByText('nothing was created from this document')).toBeVisible();
  await page.goto('/study');
  await expect(page.getByRole('link', { name: /Discarded/ })).toBeVisible();
});

/** Starts a task whose text is missing. */
async function startHaltedTask(server: Server): Promise<string> {
  const text = readFileSync(join(SAMPLES, 'tasks/water-cycle.md'), 'utf8');
  const { run } = await server.form('/api/author', { text });
  expect(await server.waitForEnd(run)).toBe('parked');
  return run;
}

test('a missing text is supplied', async ({ page, server }) => {
  await startHaltedTask(server);
  await page.goto('/reviews');
  await page.getByRole('link', { name: /^A text is missing/ }).click();
  await expect(page.getByText('water-cycle.md could not be read: it is not among the attached files.')).toBeVisible();
  await expectAccessible(page, 'a question');
  const answer = page.getByLabel('Your answer');
  await page.getByRole('button', { name: 'Send' }).click();
  await expectWrong(answer, /Enter an answer first/, '');
  await answer.fill(readFileSync(join(SAMPLES, 'documents/water-cycle.md'), 'utf8'));
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page).toHaveURL(/\/author\//);
  await page.goto('/reviews');
  await expect(page.getByRole('link', { name: /^Too few good questions/ })).toBeVisible();
});

test('a task is skipped', async ({ page, server }) => {
  const run = await startHaltedTask(server);
  await page.goto('/reviews');
  await page.getByRole('link', { name: /^A text is missing/ }).click();
  await page.getByRole('button', { name: 'Skip this task' }).click();
  await expect(page).toHaveURL(/\/author\//);
  await expect(page.getByText(/skipped/i).first()).toBeVisible();
  await expect.poll(() => server.waitForEnd(run)).toBe('done');
});
