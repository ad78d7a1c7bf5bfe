import { expect, test } from './fixtures';

test('the first load is small', async ({ page, server }) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  let bytes = 0;
  const files = new Map<string, string>();
  session.on('Network.responseReceived', ({ requestId, response }) => files.set(requestId, response.url));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!files.get(requestId)?.startsWith(`${server.url}/api/`)) bytes += encodedDataLength;
  });
  await page.goto('/');
  await page.locator('h1').waitFor();
  await page.waitForLoadState('load');
  console.log(`the first load is ${(bytes / 1000).toFixed(1)} kB in ${files.size} answers`);
  expect(bytes).toBeGreaterThan(1000);
  expect(bytes).toBeLessThan(150_000);
  expect([...files.values()].filter((url) => /vega/i.test(url))).toEqual([]);
});
