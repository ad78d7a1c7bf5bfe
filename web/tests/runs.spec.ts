/** Runs: list, inspect, replay, fork, compare and cancel. */
import { placeLink, downloadFrom } from './actions';
import { expect, expectAccessible, test } from './fixtures';
import type { Server } from './server';

async function studySample(server: Server, sample: string): Promise<string> {
  const { run } = await server.form('/api/study', { sample });
  expect(await server.waitForEnd(run)).toBe('done');
  return run;
}

test('runs are listed and filtered', async ({ page, server }) => {
  await page.goto('/runs');
  await expect(page.getByRole('heading', { name: 'No runs yet' })).toBeVisible();
  await studySample(server, 'volcanoes.md');
  const { run } = await server.post('/api/forge', { items: 3, seed: 7 });
  await server.waitForEnd(run);
  const study = page.getByRole('main').getByRole('link', { name: /^volcanoes\.md/ });
  const forge = page.getByRole('main').getByRole('link', { name: /^3 exam items/ });
  await expect(study).toBeVisible();
  await expect(forge).toBeVisible();
  await page.getByLabel('Flow').selectOption('Forge');
  await expect(study).toHaveCount(0);
  await expect(forge).toBeVisible();
  await page.reload();
  await expect(forge).toBeVisible();
  await expect(study).toHaveCount(0);
  await page.getByLabel('Status').selectOption('Failed');
  await expect(page.getByRole('heading', { name: 'No matching runs' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all runs' }).click();
  await expect(study).toBeVisible();
});

test('a step shows its output, and a replay gives the same result', async ({ page, server }) => {
  await studySample(server, 'volcanoes.md');
  await page.goto('/');
  await placeLink(page, 'Runs').click();
  await page
    .getByRole('main')
    .getByRole('link', { name: /^volcanoes\.md/ })
    .click();
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible();
  await page.getByText('Input', { exact: true }).click();
  await expect(page.getByText('session_id').first()).toBeVisible();
  const output = await downloadFrom(page, async () => {
    await page.getByText('Output', { exact: true }).click();
    await page.getByRole('button', { name: 'Save as JSON' }).last().click();
  });
  expect(JSON.parse(output.bytes.toString())).toBeTruthy();

  await page.getByRole('button', { name: 'Replay' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'The current code gives the same result' })).toBeVisible();
  await expectAccessible(page, 'a replayed run');

  await page.getByRole('link', { name: 'Reader: summary and concepts' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Reader: summary and concepts' })).toBeVisible();
  await expect(page.getByText(/^[0-9a-f]{64}$/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Output' })).toBeVisible();
  await expect(page.getByText('magma').first()).toBeVisible();
  await expectAccessible(page, 'a step');
  await page.getByRole('link', { name: 'Next step' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Reader: summary and concepts' })).toHaveCount(0);
});

test('a run is forked and compared with the original', async ({ page, server }) => {
  const run = await studySample(server, 'volcanoes.md');
  await page.goto(`/runs/${run}`);
  await page.getByRole('button', { name: 'Fork' }).click();
  const dialog = page.getByRole('dialog', { name: 'Fork this run' });
  await dialog.getByLabel('First step to repeat').selectOption({ label: 'Coach: cards and questions (coach 0)' });
  await dialog.getByRole('button', { name: 'Fork', exact: true }).click();
  await expect(page).not.toHaveURL(new RegExp(`${run}$`));
  await expect(page.getByText('Forked from', { exact: true })).toBeVisible();
  const fork = new URL(page.url()).pathname.split('/').pop() ?? '';
  expect(await server.waitForEnd(fork)).toBe('done');
  await page.getByRole('link', { name: 'Compare' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Compare runs' })).toBeVisible();
  await expect(page.getByText(/steps are the same in both|with the same input and the same result/)).toBeVisible();
  await expectAccessible(page, 'a comparison');
});

test('a comparison shows where two runs differ', async ({ page, server }) => {
  await studySample(server, 'blood-pressure.md');
  const run = await studySample(server, 'volcanoes.md');
  await page.goto(`/runs/${run}`);
  await page.getByRole('button', { name: 'Compare' }).click();
  const dialog = page.getByRole('dialog', { name: 'Compare with another run' });
  await dialog.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Steps' })).toBeVisible();
  await page.getByText('Input', { exact: true }).click();
  await expect(page.getByText('volcanoes.md').first()).toBeVisible();
  await expect(page.getByText('blood-pressure.md').first()).toBeVisible();
});

test('a run is cancelled', async ({ page, server }) => {
  const { run } = await server.post('/api/forge', { items: 2000, seed: 7 });
  await page.goto(`/runs/${run}`);
  await page.getByRole('button', { name: 'Cancel run' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel run' }).click();
  await expect(page.getByText('Run cancelled.')).toBeVisible();
  await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible();
  expect(await server.waitForEnd(run)).toBe('cancelled');
});
