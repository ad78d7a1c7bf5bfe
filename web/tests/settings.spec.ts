/** Settings: changes take effect at once, errors are shown, providers can be tested, and no secret is shown. */
import { createServer, type Server as Http } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expectWrong } from './actions';
import { expect, expectAccessible, test } from './fixtures';

const SECRET = 'sk-nobody-may-ever-see-this';
process.env['MODEL_KEY_PAGE_TEST'] = SECRET;

/** A fake OpenAI server that records its requests. */
async function model(status: number): Promise<{ url: string; asked: { key?: string; model?: string }[]; http: Http }> {
  const asked: { key?: string; model?: string }[] = [];
  const http = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += part));
    request.on('end', () => {
      const { model } = JSON.parse(body) as { model: string };
      asked.push({ ...(request.headers.authorization ? { key: request.headers.authorization } : {}), model });
      const message = { role: 'assistant', content: 'ready' };
      const usage = { prompt_tokens: 9, completion_tokens: 1, total_tokens: 10 };
      const answer = { id: 'x', object: 'chat.completion', created: 0, model, usage };
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify(
          status === 200
            ? { ...answer, choices: [{ index: 0, message, finish_reason: 'stop' }] }
            : { error: { message: 'the machine is on fire', type: 'server_error' } },
        ),
      );
    });
  });
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening));
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/v1`, asked, http };
}

test('a changed threshold takes effect', async ({ page }) => {
  await page.goto('/settings?part=limits');
  const study = page.getByRole('form', { name: 'Study' });
  await study.getByLabel('Minimum length, in characters').fill('100000');
  await study.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(study.getByText(/From your settings file, line \d+/)).toBeVisible();
  await page.goto('/study');
  await page.getByRole('radio', { name: 'Sample' }).check({ force: true });
  await page.getByRole('radio', { name: 'Volcanoes' }).check({ force: true });
  await page.getByRole('button', { name: 'Create cards and a quiz' }).click();
  await expect(page.getByRole('alert')).toContainText('100000 are needed');

  await page.goto('/settings?part=limits');
  await study.getByRole('button', { name: 'Reset to default' }).click();
  await expect(study.getByLabel('Minimum length, in characters')).toHaveValue('500');
});

test('errors are shown beside their fields', async ({ page }) => {
  await page.goto('/settings?part=limits');
  const study = page.getByRole('form', { name: 'Study' });
  const confidence = study.getByLabel('Ask for a review below this OCR confidence');
  await confidence.fill('7');
  await study.getByLabel('Cards').fill('5000');
  await study.getByRole('button', { name: 'Save' }).click();
  await expectWrong(confidence, /from 0 to 1/, '7');
  await expectWrong(study.getByLabel('Cards'), /from 0 to 200/, '5000');
  await expectAccessible(page, 'settings with errors');
  await study.getByRole('button', { name: 'Discard changes' }).click();
  await expect(confidence).toHaveValue('0.6');

  await page.getByRole('tab', { name: 'System' }).click();
  const search = page.getByRole('form', { name: 'Search' });
  await search.getByLabel('Search service').fill('example.org');
});

test('a provider is added, tested and assigned to an agent; its key is never shown', async ({ page, server }) => {
  const well = await model(200);
  const ill = await model(500);
  await page.goto('/settings');
  await expect(page.getByText('No provider is set up, and none is required')).toBeVisible();

  for (const [name, url] of [
    ['well', well.url],
    ['ill', ill.url],
  ] as const) {
    await page.getByRole('button', { name: 'Add a provider' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a provider' });
    await dialog.getByLabel('Name').fill('Not so');
    await dialog.getByRole('button', { name: 'Add provider' }).click();
    await expectWrong(dialog.getByLabel('Name'), /lowercase letters/, 'Not so');
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('Address').fill(url);
    await dialog.getByLabel('API key variable').fill('MODEL_KEY_PAGE_TEST');
    await dialog.getByRole('button', { name: 'Add provider' }).click();
    await expect(page.getByText(`${name} was added.`)).toBeVisible();
  }
  await expect(page.getByText('key set')).toHaveCount(2);
  await expectAccessible(page, 'providers');

  const line = (name: string) => page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });
  await line('well').getByRole('button', { name: 'Test' }).click();
  const trial = page.getByRole('dialog', { name: 'Test well' });
  await trial.getByRole('button', { name: 'Test', exact: true }).click();
  await expectWrong(trial.getByLabel('Model'), /Enter the name of a model first/);
  await trial.getByLabel('Model').fill('small');
  await trial.getByRole('button', { name: 'Test', exact: true }).click();
  await expect(trial.getByRole('status')).toContainText('The provider responded');
  await expect(trial.getByRole('status')).toContainText('the model answers');
  expect(well.asked).toEqual([{ key: `Bearer ${SECRET}`, model: 'small' }]);
  await expectAccessible(page, 'a provider that responds');
  await trial.getByRole('button', { name: 'Close' }).last().click();

  await line('ill').getByRole('button', { name: 'Test' }).click();
  const other = page.getByRole('dialog', { name: 'Test ill' });
  await other.getByLabel('Model').fill('small');
  await other.getByRole('button', { name: 'Test', exact: true }).click();
  await expect(other.getByRole('status')).toContainText('The provider did not respond', { timeout: 60_000 });
  await expect(other.getByRole('status')).toContainText('500');
  await other.getByRole('button', { name: 'Close' }).last().click();

  await page.getByRole('button', { name: 'Change the Reader agent' }).click();
  const agent = page.getByRole('dialog', { name: 'Reader' });
  await agent.getByRole('radio', { name: 'Language model' }).check({ force: true });
  await agent.getByRole('button', { name: 'Save' }).click();
  await expectWrong(agent.getByLabel('Model', { exact: true }), /Enter the name of a model/);
  await agent.getByLabel('Provider').selectOption('well');
  await agent.getByLabel('Model', { exact: true }).fill('small');
  await agent.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('well:small')).toBeVisible();

  for (const part of ['models', 'limits', 'system', 'doctor']) {
    await page.goto(`/settings?part=${part}`);
    await expect(page.getByRole('tabpanel')).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    expect(await page.content()).not.toContain(SECRET);
  }
  for (const path of ['/api/settings', '/api/doctor']) {
    expect(JSON.stringify(await server.json(path))).not.toContain(SECRET);
  }

  await page.goto('/settings');
  await page.getByRole('button', { name: 'Remove ill' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('ill was removed.')).toBeVisible();
  await expect(line('ill')).toHaveCount(0);
  well.http.close();
  ill.http.close();
});

test('the diagnostics report the state of the system', async ({ page }) => {
  await page.goto('/settings');
  await page.getByRole('tab', { name: 'Diagnostics' }).click();
  await expect(page.getByText(/^(Everything that is required works\.|\d+ problems? to fix\.)$/)).toBeVisible();
  await expectAccessible(page, 'the diagnostics');
});

test.describe('a value that is set elsewhere', () => {
  test.use({ serveArgs: ['--set', 'study.questions=3'] });

  test('is shown, and cannot be changed here', async ({ page }) => {
    await page.goto('/settings?part=limits');
    const questions = page.getByRole('form', { name: 'Study' }).getByLabel('Questions');
    await expect(questions).toHaveValue('3');
    await expect(questions).toBeDisabled();
    await expect(page.getByText('Set on the command line. Change it there.')).toBeVisible();
  });
});
