/** Every page with something on it, at two widths and in two lights: a picture of each, and what axe says. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectFits, settled, test } from './fixtures';
import { SAMPLES, type Server } from './server';

// They are long, and each has a server of its own.
test.describe.configure({ mode: 'parallel' });

const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
const LIGHTS = ['light', 'dark'] as const;

/** A picture of a page in every size and light. */
async function look(page: Page, name: string, path: string): Promise<void> {
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    await page.goto(path);
    await settled(page);
    for (const light of LIGHTS) {
      await page.emulateMedia({ colorScheme: light, reducedMotion: 'reduce' });
      const where = `${name}-${size}-${light}`;
      await page.screenshot({ path: `tests/output/pages/${where}.png`, fullPage: true });
      await expectFits(page, where);
      await expectAccessible(page, where);
    }
  }
}

test('empty pages teach', async ({ page }) => {
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
    await look(page, `empty-${path.replace('/', '-') || 'home'}`, `/${path}`);
  }
});

test('a change of theme is there at once for whoever wants no motion', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto('/');
  await settled(page);
  const moving = await page.evaluate(() => {
    document.documentElement.dataset['theme'] = 'dark';
    return document.getAnimations().filter((animation) => animation instanceof CSSTransition).length;
  });
  expect(moving).toBe(0);
});

/** Something of everything. */
async function filled(server: Server) {
  const study = await server.form('/api/study', { sample: 'volcanoes.md' });
  expect(await server.ended(study.run)).toBe('done');
  const attempt = await server.post(`/api/sessions/${study.session}/attempts`, {});
  const begun = await server.post(`/api/sessions/${study.session}/attempts`, {});
  await server.post(`/api/attempts/${begun.attempt_id}/answers`, { item_id: begun.questions[0].item_id, option: 0 });
  const forge = await server.post('/api/forge', { items: 12, seed: 7 });
  expect(await server.ended(forge.run)).toBe('done');
  const task = readFileSync(join(SAMPLES, 'tasks/water-cycle.md'), 'utf8');
  const author = await server.form('/api/author', { text: task });
  await server.ended(author.run);
  const items = await server.json('/api/items');
  const [review] = (await server.json('/api/reviews')).items;
  return { study, attempt, begun, forge, author, item: items.items[0].id as string, review };
}

test('full pages', async ({ page, server }) => {
  test.setTimeout(600_000);
  await server.form('/api/library', { sample: 'blood-pressure.md' });
  const { study, attempt, begun, forge, author, item, review } = await filled(server);
  const one = encodeURIComponent;
  await look(page, 'home', '/');
  await look(page, 'study', '/study');
  await look(page, 'session', `/study/${study.session}`);
  await look(page, 'quiz', `/quiz/${attempt.attempt_id}`);
  await look(page, 'quiz-answered', `/quiz/${begun.attempt_id}`);
  await look(page, 'cards', '/cards');
  await look(page, 'library', '/library');
  await look(page, 'library-search', '/library?q=pressure');
  await look(page, 'bank', '/bank');
  await look(page, 'item', `/bank/${one(item)}`);
  await look(page, 'item-edit', `/bank/${one(item)}/edit`);
  await look(page, 'forge-run', `/forge/${forge.run}`);
  await look(page, 'forge-outcome', `/forge/${forge.run}/1`);
  await look(page, 'author-run', `/author/${author.run}`);
  await look(page, 'reviews', '/reviews');
  await look(page, 'review', `/reviews/${one(review.run)}/${one(review.name)}`);
  await look(page, 'runs', '/runs');
  await look(page, 'run', `/runs/${study.run}`);
  await look(page, 'run-step', `/runs/${study.run}/steps/1`);
  await look(page, 'settings', '/settings');
  for (const part of ['limits', 'system', 'doctor']) await look(page, `settings-${part}`, `/settings?part=${part}`);
  const forked = await server.post('/api/forge', { items: 2, seed: 8 });
  expect(await server.ended(forked.run)).toBe('done');
  await look(page, 'run-diff', `/runs/${forge.run}/diff/${forked.run}`);
  const [id, hash] = await changed(server, item);
  await look(page, 'item-version', `/bank/${one(id)}/versions/${one(hash)}`);
});

/** Changes the tags of an item; its name and the hash of what it was. */
async function changed(server: Server, item: string): Promise<[string, string]> {
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

  test('pages for people who log in', async ({ page, server }) => {
    await look(page, 'setup', '/setup');
    const account = { code: server.setupCode, name: 'ada', password: 'nine green bottles' };
    const origin = { 'content-type': 'application/json', origin: server.url };
    const made = await page.request.post('/api/setup', { headers: origin, data: account });
    expect(made.ok(), await made.text()).toBe(true);
    await look(page, 'people', '/people');
    await look(page, 'account', '/account');
    await page.context().clearCookies();
    await look(page, 'login', '/login');
  });
});
