/** Accounts: first admin, login, roles, tokens, passwords, data export and deletion. */
import type { Browser, Page } from '@playwright/test';
import { expectWrong, placeLink, downloadFrom } from './actions';
import { expect, expectAccessible, test } from './fixtures';
import type { Server } from './server';

test.use({ serveArgs: ['--accounts'] });

const PASSWORD = 'nine green bottles';

async function setUp(page: Page, server: Server): Promise<void> {
  await page.goto('/');
  await page.getByLabel('Code').fill(server.setupCode);
  await page.getByLabel('Name').fill('ada');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Repeat password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Tutti is set up. You are the first admin.')).toBeVisible();
}

async function logIn(page: Page, name: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('heading', { name: 'Log in to Tutti' })).toBeVisible();
}

/** Creates an account on the People page. */
async function addPerson(page: Page, name: string, role: string): Promise<void> {
  await placeLink(page, 'People').click();
  await page.getByRole('button', { name: 'Create account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create account' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Role').selectOption(role);
  await dialog.getByLabel('Initial password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText(`${name} can log in now.`)).toBeVisible();
}

/** Logs in as someone else in a separate browser context. */
async function logInElsewhere(browser: Browser, server: Server, name: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto('/');
  await logIn(page, name);
  await expect(page.getByRole('link', { name: new RegExp(`^${name}`) })).toBeVisible();
  return page;
}

const places = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link');

/** Studies a text about an invented word; returns the address of its session. */
async function studyText(page: Page, word: string): Promise<string> {
  await page.goto('/study');
  await page.getByRole('radio', { name: 'Text' }).check({ force: true });
  const facts = ['spark', 'kettle', 'lantern', 'anchor', 'mirror', 'ladder', 'compass', 'bellows'].map(
    (thing, at) =>
      `A ${word} ${thing} is a tool that keeps ${at + 2} grams of salt dry. It was first made in 18${at}0.`,
  );
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill(`# About ${word}\n\n${facts.join('\n\n')}`);
  await page.getByLabel('Document name').fill(word);
  await page.getByRole('button', { name: 'Create cards and a quiz' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `About ${word}` })).toBeVisible();
  await expect(page.getByRole('tab', { name: /^Cards/ })).toBeVisible();
  return new URL(page.url()).pathname;
}

test('the first admin needs the setup code', async ({ page, server }) => {
  await page.goto('/bank');
  await expect(page.getByRole('heading', { name: 'Set up Tutti' })).toBeVisible();
  await expectAccessible(page, 'the setup');
  const make = page.getByRole('button', { name: 'Create account' });
  await make.click();
  await expectWrong(page.getByLabel('Code'), /Enter the code that the server printed/);
  await expect(page.getByLabel('Code')).toBeFocused();
  await page.getByLabel('Code').fill('guessed');
  await page.getByLabel('Name').fill('ada');
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByLabel('Repeat password').fill('other');
  await make.click();
  await expectWrong(page.getByLabel('Password', { exact: true }), /Use at least 10 characters/, 'short');
  await expectWrong(page.getByLabel('Repeat password'), /do not match/, 'other');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Repeat password').fill(PASSWORD);
  await make.click();
  await expectWrong(page.getByLabel('Code'), /code/i, 'guessed');
  await expect(page.getByLabel('Name')).toHaveValue('ada');

  await setUp(page, server);
  await expect(places(page).filter({ hasText: /People|Settings/ })).toHaveCount(2);
  await page.goto('/setup');
  await expect(page.getByRole('heading', { name: 'Set up Tutti' })).toHaveCount(0);
});

test('login refuses a wrong password and returns to the requested page', async ({ page, server }) => {
  await setUp(page, server);
  await logOut(page);
  await page.goto('/bank?q=magma');
  await expect(page.getByRole('heading', { name: 'Log in to Tutti' })).toBeVisible();
  await expectAccessible(page, 'the login');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expectWrong(page.getByLabel('Name'), /Enter your name/);
  await logIn(page, 'ada', 'ten green bottles');
  await expect(page.getByRole('alert').filter({ hasText: 'The name or password is wrong.' })).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('ada');
  await expect(page.getByLabel('Password')).toHaveValue('ten green bottles');
  await logIn(page, 'ada');
  await expect(page).toHaveURL(/\/bank\?q=magma$/);
});

test('repeated wrong passwords are throttled', async ({ page, server }) => {
  await setUp(page, server);
  await logOut(page);
  const refused = page.getByRole('alert').filter({ hasText: /is wrong|Too many attempts/ });
  await expect(async () => {
    await logIn(page, 'ada', 'a guess of many');
    await expect(refused).toBeVisible();
    await expect(refused).toContainText('Too many attempts', { timeout: 300 });
  }).toPass({ timeout: 60_000, intervals: [0] });
  await expect(refused).toContainText(/Try again in/);
});

test('a learner sees only what learners may see', async ({ page, server, browser }) => {
  await setUp(page, server);
  await placeLink(page, 'People').click();
  await page.getByRole('button', { name: 'Create account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Ada');
  await dialog.getByLabel('Initial password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Create account' }).click();
  await expectWrong(dialog.getByLabel('Name'), /lowercase|letters|taken/i, 'Ada');
  await expectAccessible(page, 'a form in a dialog');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await addPerson(page, 'ben', 'Learner');

  const ben = await logInElsewhere(browser, server, 'ben');
  await expect(places(ben)).toHaveText([/Home/, /Study/, /Cards/, /Library/, /Reviews/, /Runs/]);
  for (const path of ['/bank', '/forge', '/author', '/settings', '/people']) {
    await ben.goto(path);
    await expect(ben.getByRole('heading', { name: 'No access' })).toBeVisible();
  }
  await page.getByLabel('Role of ben').selectOption('Author');
  await expect(page.getByText('ben is now an author.')).toBeVisible();
  await expectAccessible(page, 'people');
  await ben.goto('/bank');
  await expect(ben.getByRole('heading', { name: 'The bank is empty' })).toBeVisible();
  await page.getByRole('tab', { name: 'Log' }).click();
  await expect(page.getByRole('row', { name: /ben/ }).first()).toBeVisible();

  await page.getByRole('tab', { name: 'Accounts' }).click();
  await page.getByRole('button', { name: 'Delete ben' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete account' }).click();
  await expect(page.getByText('ben was deleted.')).toBeVisible();
  await ben.goto('/');
  await expect(ben.getByRole('heading', { name: 'Log in to Tutti' })).toBeVisible();
});

test("two users at the same time never see each other's data", async ({ page, server, browser }) => {
  await setUp(page, server);
  await addPerson(page, 'ben', 'Learner');
  const ben = await logInElsewhere(browser, server, 'ben');
  await page.goto('/');
  const [hers, his] = await Promise.all([studyText(page, 'Quokka'), studyText(ben, 'Wombat')]);
  for (const one of [page, ben]) {
    await one.goto('/library');
    await one.getByRole('button', { name: 'Add the first document' }).click();
    const adding = one.getByRole('dialog');
    await adding.getByRole('radio', { name: 'Text' }).check({ force: true });
    const word = one === page ? 'Quokka' : 'Wombat';
    await adding
      .getByRole('textbox', { name: 'Text', exact: true })
      .fill(`# ${word} notes\n\nEvery ${word} has a shelf.`);
    await adding.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(one.getByText(`“${word} notes” was added to the library.`)).toBeVisible();
  }

  for (const [one, own, foreign, session] of [
    [page, 'Quokka', 'Wombat', his],
    [ben, 'Wombat', 'Quokka', hers],
  ] as const) {
    for (const path of ['/', '/study', '/cards', '/library', '/library?q=shelf', '/runs']) {
      await one.goto(path);
      await expect(one.getByRole('main').getByText(own).first()).toBeVisible();
      await expect(one.getByText(foreign)).toHaveCount(0);
    }
    const lists = ['overview', 'sessions', 'cards', 'library', 'runs?children=true', 'reviews?answered=true', 'items'];
    const responses = await one.evaluate(
      (lists) => Promise.all(lists.map(async (list) => (await fetch(`/api/${list}`)).text())),
      lists,
    );
    expect(responses.join()).toContain(own);
    expect(responses.join()).not.toContain(foreign);
    await one.goto(session);
    await expect(one.getByRole('heading', { name: 'Document not found' })).toBeVisible();
    await one.goto(session.replace('/study/', '/runs/'));
    await expect(one.getByRole('alert')).toContainText(/no run/i);
    await expect(one.getByText(foreign)).toHaveCount(0);
  }
});

test('a token is shown once, works, and can be revoked', async ({ page, server }) => {
  await setUp(page, server);
  await page.getByRole('link', { name: /^ada/ }).click();
  const make = page.getByRole('button', { name: 'Create token' });
  await make.click();
  await expectWrong(page.getByLabel('Purpose'), /Enter a purpose/);
  await page.getByLabel('Purpose').fill('my script');
  await page.getByLabel('Role').selectOption('Author');
  await page.getByLabel('Expires').selectOption('After 30 days');
  await page.getByLabel('Start certain flows only').check();
  await page.getByLabel('Study', { exact: true }).check();
  await make.click();
  await expect(page.getByText('This is the only time the token is shown.')).toBeVisible();
  const secret = await page.getByRole('status').getByRole('code').innerText();
  const called = async () => {
    const answer = await fetch(`${server.url}/api/me`, { headers: { authorization: `Bearer ${secret}` } });
    return answer.ok ? ((await answer.json()) as { name?: string }).name : answer.status;
  };
  expect(await called()).toBe('ada');
  await page.reload();
  await expect(page.getByText('my script')).toBeVisible();
  const token = page.getByRole('listitem').filter({ hasText: 'my script' });
  await expect(token).toContainText('Author, starts only study');
  await expect(token).toContainText('last used');
  await expect(token).toContainText('expires');
  await expect(page.getByText(secret)).toHaveCount(0);
  await page.getByRole('button', { name: 'Revoke my script' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('“my script” was revoked.')).toBeVisible();
  expect(await called()).toBe(401);
});

test('an admin disables an account, makes a reset code and revokes a token', async ({ page, server, browser }) => {
  await setUp(page, server);
  await addPerson(page, 'ben', 'Learner');
  const ben = await logInElsewhere(browser, server, 'ben');
  await ben.getByRole('link', { name: /^ben/ }).click();
  await ben.getByLabel('Purpose').fill('timer');
  await ben.getByRole('button', { name: 'Create token' }).click();
  await expect(ben.getByText('This is the only time the token is shown.')).toBeVisible();

  await page.getByRole('button', { name: 'Disable ben' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disable account' }).click();
  await expect(page.getByText('ben is disabled.')).toBeVisible();
  await ben.reload();
  await expect(ben.getByRole('heading', { name: 'Log in to Tutti' })).toBeVisible();
  await logIn(ben, 'ben');
  await expect(ben.getByRole('alert').filter({ hasText: 'The name or password is wrong.' })).toBeVisible();
  await page.getByRole('button', { name: 'Enable ben' }).click();
  await expect(page.getByText('ben is enabled.')).toBeVisible();

  await page.getByRole('tab', { name: 'Tokens' }).click();
  await expect(page.getByRole('row', { name: /ben.*timer.*Learner.*expires/ })).toBeVisible();
  await expectAccessible(page, 'tokens of all accounts');
  await page.getByRole('button', { name: 'Revoke timer of ben' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByRole('row', { name: /timer/ })).toHaveCount(0);

  await page.getByRole('tab', { name: 'Accounts' }).click();
  await page.getByRole('button', { name: 'Make a reset code for ben' }).click();
  const code = await page.getByRole('dialog', { name: 'Reset code for ben' }).locator('code.code').innerText();
  await ben.getByRole('link', { name: 'I have a reset code' }).click();
  await expectAccessible(ben, 'a new password');
  await ben.getByLabel('Name').fill('ben');
  await ben.getByLabel('Reset code').fill(code);
  await ben.getByLabel('New password', { exact: true }).fill('seven green bottles');
  await ben.getByLabel('Repeat new password').fill('seven green bottles');
  await ben.getByRole('button', { name: 'Set password and log in' }).click();
  await expect(ben.getByRole('link', { name: /^ben/ })).toBeVisible();
});

test('a new password ends all other logins', async ({ page, server, browser }) => {
  await setUp(page, server);
  const elsewhere = await logInElsewhere(browser, server, 'ada');
  await page.getByRole('link', { name: /^ada/ }).click();
  const change = page.getByRole('button', { name: 'Change password' });
  await page.getByLabel('Current password').fill('wrong as can be');
  await page.getByLabel('New password', { exact: true }).fill('eight green bottles');
  await page.getByLabel('Repeat new password').fill('eight green bottles');
  await change.click();
  await expectWrong(page.getByLabel('Current password'), /wrong|not the/i, 'wrong as can be');
  await page.getByLabel('Current password').fill(PASSWORD);
  await change.click();
  await expect(page.getByText('Password changed.')).toBeVisible();
  await elsewhere.reload();
  await expect(elsewhere.getByRole('heading', { name: 'Log in to Tutti' })).toBeVisible();
  await logIn(elsewhere, 'ada');
  await expect(elsewhere.getByRole('alert').filter({ hasText: 'is wrong' })).toBeVisible();
  await logIn(elsewhere, 'ada', 'eight green bottles');
  await expect(elsewhere.getByRole('link', { name: /^ada/ })).toBeVisible();
});

test('a user downloads their data and deletes the account', async ({ page, server, browser }) => {
  await setUp(page, server);
  await addPerson(page, 'ben', 'Learner');
  const ben = await logInElsewhere(browser, server, 'ben');
  await studyText(ben, 'Wombat');
  await ben.getByRole('link', { name: /^ben/ }).click();
  await expectAccessible(ben, 'an account');
  const file = await downloadFrom(ben, () => ben.getByRole('button', { name: 'Download my data' }).click());
  expect(file.name).toMatch(/\.zip$/);
  expect(file.bytes.subarray(0, 2).toString()).toBe('PK');

  await ben.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = ben.getByRole('dialog', { name: 'Delete your account?' });
  await dialog.getByLabel('Your password').fill('not this one');
  await dialog.getByRole('button', { name: 'Delete everything' }).click();
  await expectWrong(dialog.getByLabel('Your password'), /wrong|not the/i, 'not this one');
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Delete everything' }).click();
  await expect(ben.getByText('Your account and all its data were deleted.')).toBeVisible();
  await logIn(ben, 'ben');
  await expect(ben.getByRole('alert').filter({ hasText: 'is wrong' })).toBeVisible();
});
