/** Every page at two widths and in both themes: a screenshot, and a check with axe. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectFits, waitUntilStable, test } from './fixtures';
import { SAMPLES, type Server } from './server';

const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
const LIGHTS = ['light', 'dark'] as const;

/** Takes a screenshot of a page in every size and theme, and checks it. */
async function capture(page: Page, name: string, path: string): Promise<void> {
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    await page.goto(path);
    await waitUntilStable(page);
    for (const light of LIGHTS) {
      await page.emulateMedia({ colorScheme: light, reducedMotion: 'reduce' });
      const where = `${name}-${size}-${light}`;
      await page.screenshot({ path: `tests/output/pages/${where}.png`, fullPage: true });
      await expectFits(page, where);
      // The themes differ in nothing but colours.
      await expectAccessible(page, where, light === 'dark' ? 'colours' : undefined);
    }
  }
}

test('empty pages', async ({ page }) => {
  test.setTimeout(600_000);
  const empty = [
    '',
    'study',
    'cards',
    'library',
    'bank',
    'bank/analyse',
    'forge',
    'forge/verify',
    'author',
    'author/check',
  ];
  for (const path of [...empty, 'reviews', 'runs', 'settings', 'account', 'no-such-page']) {
    await capture(page, `empty-${path.replace('/', '-') || 'home'}`, `/${path}`);
  }
});

test('with reduced motion, a theme change has no transition', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto('/');
  await waitUntilStable(page);
  const moving = await page.evaluate(() => {
    document.documentElement.dataset['theme'] = 'dark';
    return document.getAnimations().filter((animation) => animation instanceof CSSTransition).length;
  });
  expect(moving).toBe(0);
});

/** Fills the server with data for every page. */
async function fillServer(server: Server) {
  const study = await server.form('/api/study', { sample: 'volcanoes.md' });
  expect(await server.waitForEnd(study.run)).toBe('done');
  const attempt = await server.post(`/api/sessions/${study.session}/attempts`, {});
  const started = await server.post(`/api/sessions/${study.session}/attempts`, {});
  await server.post(`/api/attempts/${started.attempt_id}/answers`, { item_id: started.questions[0].item_id, option: 0 });
  const forge = await server.post('/api/forge', { items: 12, seed: 7 });
  expect(await server.waitForEnd(forge.run)).toBe('done');
  const task = readFileSync(join(SAMPLES, 'tasks/water-cycle.md'), 'utf8');
  const author = await server.form('/api/author', { text: task });
  await server.waitForEnd(author.run);
  const items = await server.json('/api/items');
  const [review] = (await server.json('/api/reviews')).items;
  return { study, attempt, started, forge, author, item: items.items[0].id as string, review };
}

test('full pages', async ({ page, server }) => {
  test.setTimeout(600_000);
  await server.form('/api/library', { sample: 'blood-pressure.md' });
  const { study, attempt, started, forge, author, item, review } = await fillServer(server);
  const one = encodeURIComponent;
  await capture(page, 'home', '/');
  await capture(page, 'study', '/study');
  await capture(page, 'session', `/study/${study.session}`);
  await capture(page, 'quiz', `/quiz/${attempt.attempt_id}`);
  await capture(page, 'quiz-answered', `/quiz/${started.attempt_id}`);
  await capture(page, 'cards', '/cards');
  await capture(page, 'library', '/library');
  await capture(page, 'library-search', '/library?q=pressure');
  await capture(page, 'bank', '/bank');
  await capture(page, 'item', `/bank/${one(item)}`);
  await capture(page, 'item-edit', `/bank/${one(item)}/edit`);
  await capture(page, 'forge-run', `/forge/${forge.run}`);
  await capture(page, 'forge-outcome', `/forge/${forge.run}/1`);
  await capture(page, 'author-run', `/author/${author.run}`);
  await capture(page, 'reviews', '/reviews');
  await capture(page, 'review', `/reviews/${one(review.run)}/${one(review.name)}`);
  await capture(page, 'runs', '/runs');
  await capture(page, 'run', `/runs/${study.run}`);
  await capture(page, 'run-step', `/runs/${study.run}/steps/1`);
  await capture(page, 'settings', '/settings');
  for (const part of ['limits', 'system', 'doctor']) await capture(page, `settings-${part}`, `/settings?part=${part}`);
  const forked = await server.post('/api/forge', { items: 2, seed: 8 });
  expect(await server.waitForEnd(forked.run)).toBe('done');
  await capture(page, 'run-diff', `/runs/${forge.run}/diff/${forked.run}`);
  const [id, hash] = await changeTags(server, item);
  await capture(page, 'item-version', `/bank/${one(id)}/versions/${one(hash)}`);
});

/** Changes the tags of an item; returns its ID and the hash of its earlier version. */
async function changeTags(server: Server, item: string): Promise<[string, string]> {
  const url = `${server.url}/api/items/${encodeURIComponent(item)}`;
  const shown = await fetch(url);
  const whole = await shown.json();
  const headers = { 'content-type': 'application/json', 'if-match': shown.headers.get('etag') ?? '' };
  const body = JSON.stringify({ ...whole.item, tags: ['changed'] });
  const next = await (await fetch(url, { method: 'PUT', headers, body })).json();
  return [next.item.id, next.versions[0].hash];
}

test.describe('with accounts', () => {
  test.use({ serveArgs: ['--accounts'] });

  test('pages with accounts', async ({ page, server }) => {
    await capture(page, 'setup', '/setup');
    const account = { code: server.setupCode, name: 'ada', password: 'nine green bottles' };
    const origin = { 'content-type': 'application/json', origin: server.url };
    const made = await page.request.post('/api/setup', { headers: origin, data: account });
    expect(made.ok(), await made.text()).toBe(true);
    await capture(page, 'people', '/people');
    await capture(page, 'account', '/account');
    await page.context().clearCookies();
    await capture(page, 'login', '/login');
  });
});
