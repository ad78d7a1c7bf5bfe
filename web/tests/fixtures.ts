/** Fixtures of the browser tests: a server, and a page that must stay free of errors. */
import AxeBuilder from '@axe-core/playwright';
import { expect, test as base, type Page } from '@playwright/test';
import { Server } from './server';

interface Fixtures {
  /** Extra arguments of `tutti serve`. */
  serveArgs: string[];
  server: Server;
}

export const test = base.extend<Fixtures>({
  serveArgs: [[], { option: true }],
  server: async ({ serveArgs }, use) => {
    const server = await Server.start(...serveArgs);
    await use(server);
    await server.stop();
  },
  baseURL: async ({ server }, use) => {
    await use(server.url);
  },
  page: async ({ page, server }, use) => {
    const faults: string[] = [];
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(server.url) && !/^(data|blob):/.test(url)) faults.push(`a request to ${url}`);
    });
    page.on('pageerror', (error) => faults.push(`an error in the page: ${error}`));
    page.on('console', (message) => {
      const text = message.text();
      // The browser logs every failed response; tests decide which are expected.
      if (message.type() === 'error' && !/Failed to load resource|ERR_/.test(text))
        faults.push(`the console says: ${text}`);
    });
    await use(page);
    expect(faults).toEqual([]);
  },
});

export { expect };

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Checks the page for serious accessibility violations, or for those that colours can cause. */
export async function expectAccessible(page: Page, where: string, rules?: 'colours'): Promise<void> {
  // Nothing is embedded from elsewhere, so the results need no page of their own to be collected in.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  const { violations } = await (
    rules === 'colours' ? axe.withRules(['color-contrast', 'link-in-text-block']) : axe.withTags(STANDARDS)
  ).analyze();
  const grave = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map((node) => `${where}: ${id} at ${node.target.join(' ')}: ${node.failureSummary}`),
    );
  expect(grave).toEqual([]);
}

/** Checks that the page does not scroll sideways. */
export async function expectFits(page: Page, where: string): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(over, `${where} is wider than the window`).toBeLessThanOrEqual(0);
}

/** Waits until the page is stable: its heading is there, nothing loads, and nothing has changed for a while. */
export async function waitUntilStable(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise<void>((quiet) => {
      const QUIET = 100;
      let timer = setTimeout(quiet, QUIET);
      new MutationObserver(() => {
        clearTimeout(timer);
        timer = setTimeout(quiet, QUIET);
      }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    });
  });
}
