import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, newPage, seriousProblems, type WatchedPage } from './browser';
import { addSamples } from './samples';
import { api, KEY, seed, SERVER } from './server';

let browser: Browser;
let watched: WatchedPage;
let ids: Awaited<ReturnType<typeof seed>>;

beforeAll(async () => {
  if (process.env['PAWL_SCREENSHOTS'] !== undefined) await addSamples();
  ids = await seed();
  browser = await launch();
  watched = await newPage(browser, SERVER);
});

afterAll(async () => browser?.close());

/** Saves a screenshot if a folder for them is set. */
async function screenshot(name: string): Promise<void> {
  const folder = process.env['PAWL_SCREENSHOTS'];
  if (folder === undefined) return;
  for (const theme of ['light', 'dark']) {
    await watched.page.evaluate((one) => (document.documentElement.dataset['theme'] = one), theme);
    await watched.page.screenshot({ path: `${folder}/${name}-${theme}.png` });
  }
}

/** Tests what holds for every page: no violation, no uncaught error, no serious axe issue. */
async function check(name: string): Promise<void> {
  await screenshot(name);
  for (const theme of ['light', 'dark', 'contrast']) {
    await watched.page.evaluate((one) => (document.documentElement.dataset['theme'] = one), theme);
    expect(await seriousProblems(watched.page), `${name} ${theme}`).toEqual([]);
  }
  expect(watched.problems, name).toEqual([]);
}

test('should refuse a wrong key and sign in with a right one', async () => {
  const { page } = watched;
  await page.goto('/executions');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await check('signin');

  await page.getByLabel('API key').fill('pawl_wrong');
  await page.getByRole('button', { name: 'Sign in with key' }).click();
  await page.getByText('This key is not valid').waitFor();

  await page.getByLabel('API key').fill(KEY);
  await page.getByRole('button', { name: 'Sign in with key' }).click();
  await page.getByRole('heading', { name: 'Executions' }).waitFor();
  expect(
    await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage })),
  ).not.toContain(KEY);
});

test('should list executions with their status and reason', async () => {
  const { page } = watched;
  await page.goto('/executions');

  const failed = page.getByRole('row').filter({ hasText: 'A-1017' });
  await failed.getByText('Failed').waitFor();
  await failed.getByText('Card.Declined').waitFor();
  await page.getByRole('row').filter({ hasText: 'C-88' }).getByText('Waiting').waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
  await check('executions');
});

test('should keep filters in the URL', async () => {
  const { page } = watched;
  await page.goto('/executions');
  await page.getByRole('row').filter({ hasText: 'C-88' }).waitFor();

  await page.keyboard.press('/');
  await page.keyboard.type('status:failed');
  await page.keyboard.press('Enter');

  await page.waitForURL(/status=.*FAILED/);
  await page.getByRole('row').filter({ hasText: 'A-1017' }).waitFor();
  await page.getByRole('row').filter({ hasText: 'C-88' }).waitFor({ state: 'detached' });
});

test('should show the root cause of a failed execution without a click', async () => {
  const { page } = watched;
  await page.goto(`/executions/${ids.failed}`);

  const band = page.getByRole('alert');
  await band.getByText('Card.Declined').waitFor();
  await band.getByText('Your card has insufficient funds.').waitFor();
  await page.getByRole('button', { name: 'Retry from Charge card' }).waitFor();
  await page.getByRole('heading', { name: 'Charge card' }).waitFor();
  await page.locator('.json').getByText('"SKU-4410"').first().waitFor();
  await page.locator('.node.failed').getByText('Charge card').waitFor();
  await check('execution');
});

test('should show what a retry does before it happens', async () => {
  const { page } = watched;
  await page.goto(`/executions/${ids.failed}`);

  await page.getByRole('button', { name: 'Retry from Charge card' }).click();
  await page.getByText('Completed steps keep their results').waitFor();
  await page.getByLabel('What this does now').getByText('Charge card').waitFor();
  await page.getByRole('textbox', { name: /^Reason/ }).fill('limit was raised');
  await check('retry');
  await page.getByRole('dialog').getByRole('button', { name: 'Retry from Charge card' }).click();

  await page.waitForURL(
    (url) => url.pathname.startsWith('/executions/') && !url.pathname.endsWith(ids.failed),
  );
  const retried = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  expect(await api<object>('GET', `/api/flows/executions/${retried}`)).toMatchObject({
    retriedFrom: ids.failed,
    retryReason: 'limit was raised',
  });
});

test('should show what a cancellation does', async () => {
  const { page } = watched;
  await page.goto(`/executions/${ids.waiting}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Cancel execution' }).click();

  await page.getByLabel('What this does now').getByText('Ask').waitFor();
  await check('cancel');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

test('should explain a wait and follow the execution live', async () => {
  const { page } = watched;
  await page.goto(`/executions/${ids.waiting}`);
  const reason = page.getByRole('region', { name: 'Why it does not proceed' });
  await reason.getByText('Waits for an event').waitFor();
  await reason.getByRole('button', { name: 'Send answer…' }).waitFor();
  await page.locator('.status.badge').getByText('Waiting').waitFor();
  await page.locator('.node.waiting').getByText('Ask').waitFor();
  await check('waiting');

  await api('POST', `/api/flows/executions/${ids.waiting}/events/answer`, { ok: true });

  await page.locator('.status.badge').getByText('Succeeded').waitFor();
});

test('should show flows, a flow and its versions', async () => {
  const { page } = watched;
  await page.goto('/executions');
  await page.getByRole('heading', { name: 'Executions' }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('f');
  await page.getByRole('heading', { name: 'Flows' }).waitFor();
  await page.getByRole('link', { name: 'Order checkout' }).waitFor();
  await check('flows');

  await page.getByRole('link', { name: 'Order checkout' }).click();
  await page.locator('.node').getByText('Charge card').waitFor();
  await page.getByText('new card provider').waitFor();
  await check('flow');

  await page
    .getByRole('navigation', { name: 'Order checkout' })
    .getByRole('link', { name: 'Versions' })
    .click();
  await page.getByText('1 changed').waitFor();
  await page.locator('.diff-cell.add').getByText('Card.Busy').waitFor();
  await page.locator('.node.change-changed').first().waitFor();
  await check('versions');
});

test('should find flows and executions in the palette', async () => {
  const { page } = watched;
  await page.goto('/flows');
  await page.getByRole('heading', { name: 'Flows' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Flow, execution id or business key').fill('A-1017');
  await page.getByRole('option').filter({ hasText: 'C-88' }).waitFor({ state: 'detached' });
  await page.getByRole('option').filter({ hasText: 'A-1017' }).first().waitFor();
  await check('palette');
  await page.keyboard.press('Escape');
});

test('should speak three languages and a pseudo language', async () => {
  const { page } = watched;
  await page.goto('/flows');
  for (const [language, title] of [
    ['Português (Brasil)', 'Fluxos'],
    ['简体中文', '流程'],
    ['English', 'Flows'],
  ] as const) {
    await page.locator('.avatar').click();
    await page.getByRole('menuitemradio', { name: language }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: title, exact: true }).waitFor();
  }
  await page.evaluate(() =>
    localStorage.setItem('pawl.preferences', JSON.stringify({ language: 'pseudo' })),
  );
  await page.reload();
  await page.getByRole('heading', { name: /^\[Flöws/ }).waitFor();
  await page.evaluate(() => localStorage.removeItem('pawl.preferences'));
  expect(watched.problems).toEqual([]);
});

test('should show an emergency stop and say what is not there', async () => {
  const { page } = watched;
  await api('POST', '/api/admin/flows/pause-all', { reason: 'card provider down' });
  await page.goto('/executions');
  await page.getByText('card provider down').waitFor();
  await check('paused');
  await page.getByRole('button', { name: 'Resume all…' }).click();
  await page.getByRole('button', { name: 'End the emergency stop' }).click();
  await page.getByText('Nothing starts until it is ended.').waitFor({ state: 'detached' });

  await page.goto('/executions/00000000-0000-7000-8000-000000000000');
  await page.getByRole('heading', { name: 'No execution 00000000' }).waitFor();
  await page.goto('/nothing/here');
  await page.getByRole('heading', { name: 'No such page' }).waitFor();
  await check('not-found');
});

test('should work where browsers have neither locks nor a clipboard', async () => {
  const { page } = watched;
  const context = await browser.newContext({ baseURL: SERVER });
  await context.addCookies(await page.context().cookies());
  // As on a page that is neither on https nor on loopback.
  await context.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, 'locks');
    Reflect.deleteProperty(Navigator.prototype, 'clipboard');
  });
  const plain = await context.newPage();
  await plain.goto(`/executions/${ids.failed}`);
  await plain.getByText('Live', { exact: true }).waitFor();
  await plain.waitForFunction(
    (title) => document.title === title,
    'Failed · Order checkout · A-1017 · Pawl',
  );
  await plain.getByRole('button', { name: 'Copy Key' }).click();
  await plain.getByText('Copied: Key', { exact: true }).waitFor();
  await context.close();
});

test('should sign out, and refuse a link that was used before', async () => {
  const { page } = watched;
  const { path } = await api<{ path: string }>('POST', '/api/session/link');
  await page.goto('/flows');
  await page.locator('.avatar').click();
  await page.route('**/api/session', (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.fallback(),
  );
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page
    .getByText(/^You are still signed in/)
    .first()
    .waitFor();
  await page.unroute('**/api/session');
  await page.locator('.avatar').click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();

  await page.goto(path);
  await page.locator('.avatar').waitFor();
  await page.goto(path);
  await page.getByText('This link was used before').waitFor();
});
