import { expect, test } from './fixtures';

test('a run continues after the tab is closed and the server is killed', async ({ page, context, server }) => {
  const { run } = await server.post<{ run: string }>('/api/forge', { items: 600, seed: 7 });
  await page.goto(`/runs/${run}`);
  await expect(page.getByText(/running/i).first()).toBeVisible();
  await page.close();
  await server.kill();
  await server.restart();
  const back = await context.newPage();
  await back.goto(`${server.url}/runs`);
  await back.getByRole('link', { name: /600 exam items/ }).click();
  // The duration is shown when the run is over.
  await expect(back.getByText('Duration', { exact: true })).toBeVisible({ timeout: 60_000 });
  const made = await server.json<{ outcomes: unknown[] }>(`/api/forge/${run}`);
  expect(made.outcomes).toHaveLength(600);
});
