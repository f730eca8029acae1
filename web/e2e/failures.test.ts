import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { launch, newPage, seriousProblems, type WatchedPage } from './browser';
import { api, KEY, SERVER } from './server';

let browser: Browser;
let watched: WatchedPage;
let page: Page;
let failed: string;

/** A flow that declines what was paid with a prepaid card. */
const PAYMENTS = JSON.stringify({
  StartAt: 'Prepaid?',
  States: {
    'Prepaid?': {
      Type: 'Choice',
      Choices: [{ Variable: '$.method', StringEquals: 'prepaid', Next: 'Charge card' }],
      Default: 'Done',
    },
    'Charge card': {
      Type: 'Fail',
      Error: 'Card.Declined',
      Cause: 'Your card has insufficient funds.',
    },
    Done: { Type: 'Succeed' },
  },
});
const failing = (error: string, cause: string) =>
  JSON.stringify({
    StartAt: 'Fetch levels',
    States: { 'Fetch levels': { Type: 'Fail', Error: error, Cause: cause } },
  });

interface Families {
  items: { id: string; flow: string; state: string; status: string; count: number }[];
}

/** Runs an execution to its end and returns its id. */
async function run(flow: string, input: object, businessKey: string): Promise<string> {
  const { id } = await api<{ id: string }>('POST', `/api/flows/${flow}/execute?wait=20`, {
    input,
    businessKey,
    labels: { client: businessKey.startsWith('A') ? 'ACME' : 'Globex' },
  });
  return id;
}

/** Waits until the families of a flow meet a condition; they are collected a moment later. */
async function until(flow: string, isMet: (families: Families['items']) => boolean): Promise<void> {
  await vi.waitFor(
    async () => {
      const { items } = await api<Families>('GET', `/api/failures?status=all&flow=${flow}`);
      if (!isMet(items)) throw new Error(`the families of ${flow} are ${JSON.stringify(items)}`);
    },
    { timeout: 30_000, interval: 200 },
  );
}

beforeAll(async () => {
  const flows = [
    ['payments', 'Payments', PAYMENTS],
    ['stock-levels', 'Stock levels', failing('Http.503', 'warehouse-2 is in maintenance.')],
    ['late-report', 'Late report', failing('Smtp.Refused', 'Connection refused.')],
  ] as const;
  for (const [code, name, source] of flows)
    await api('POST', '/api/flows?publish=true', { code, name, source });
  for (const n of [1, 2, 3, 4])
    failed = await run('payments', { method: 'prepaid', total: n * 10 }, `A-${n}`);
  for (const n of [5, 6, 7]) await run('payments', { method: 'credit', total: 7 }, `G-${n}`);
  await run('stock-levels', {}, 'S-1');
  await until('payments', (families) => families[0]?.count === 4);
  await until('stock-levels', (families) => families.length === 1);
  browser = await launch();
  watched = await newPage(browser, SERVER);
  page = watched.page;
  await signIn(page, KEY);
});

afterAll(async () => browser?.close());

async function signIn(on: Page, key: string): Promise<void> {
  await on.goto('/signin');
  await on.getByLabel('API key').fill(key);
  await on.keyboard.press('Enter');
  await on.locator('.avatar').waitFor();
}

/** Tests what holds for every page: no violation, no uncaught error, no serious axe issue. */
async function check(name: string): Promise<void> {
  const folder = process.env['PAWL_SCREENSHOTS'];
  for (const theme of ['light', 'dark', 'contrast']) {
    await page.evaluate((one) => (document.documentElement.dataset['theme'] = one), theme);
    if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}-${theme}.png` });
    expect(await seriousProblems(page), `${name} ${theme}`).toEqual([]);
  }
  expect(watched.problems, name).toEqual([]);
}

const row = (name: string) => page.getByRole('article').filter({ hasText: name });
const dialog = () => page.getByRole('dialog');

test('should list what fails, and count what is new in the navigation', async () => {
  await page.goto('/executions');
  await page.getByRole('link', { name: /^Failures, \d+ new$/ }).click();

  await row('Payments / Charge card').getByText('Card.Declined').waitFor();
  await row('Payments / Charge card').getByText('New', { exact: true }).waitFor();
  await row('Payments / Charge card')
    .getByRole('img', { name: '4 failures in 7 days', exact: true })
    .waitFor();
  await row('Stock levels / Fetch levels')
    .getByText(/is in maintenance/)
    .waitFor();
  await check('failures');
});

test('should show what failures have in common beside good runs', async () => {
  await page.goto('/failures?flow=payments');
  await page.getByRole('button', { name: 'Payments / Charge card' }).click();

  await page.waitForURL(/\/failures\/[0-9a-f]{16}\?/);
  const family = row('Payments / Charge card');
  await family.getByRole('heading', { name: /^4 failures/ }).waitFor();
  await family.getByRole('heading', { name: /^3 good runs of v1/ }).waitFor();
  await family.getByText('method = prepaid').first().waitFor();
  await family.getByRole('link', { name: 'client = ACME' }).waitFor();
  await family.getByRole('link', { name: 'A-4', exact: true }).waitFor();
  await family.getByText('First failure').waitFor();
  await check('failures-open');

  await family.getByRole('link', { name: 'Show all 4 executions' }).click();
  await page.waitForURL(/\/executions\?.*family=/);
  await page.getByRole('row').filter({ hasText: 'A-4' }).waitFor();
  await page.getByText('Charge card: Card.Declined').waitFor();
  await page.getByRole('row').filter({ hasText: 'G-5' }).waitFor({ state: 'detached' });
});

test('should keep filters in the URL and say when nothing matches', async () => {
  await page.goto('/failures');
  await row('Payments').waitFor();

  await page.getByLabel('Flow', { exact: true }).selectOption('stock-levels');
  await page.waitForURL(/flow=stock-levels/);
  await row('Payments').waitFor({ state: 'detached' });
  await page.getByLabel('Version').selectOption('1');
  await page.getByLabel('Period').selectOption('24h');
  await page.waitForURL(/since=24h/);
  await row('Stock levels').waitFor();
  await page.getByLabel('State, error or message').fill('nothing like this');
  await page.waitForURL(/q=nothing/);
  await page.getByRole('heading', { name: 'No family matches' }).waitFor();
  await check('failures-empty');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await row('Payments').waitFor();
});

test('should count and sample before it retries, and show the progress', async () => {
  await page.goto('/failures?flow=payments');
  await row('Payments').getByRole('button', { name: 'Retry 4…' }).click();

  await dialog().getByText('4 executions', { exact: true }).waitFor();
  await dialog().getByText('A-4').waitFor();
  await dialog().getByRole('radio', { name: 'from the start' }).check();
  await dialog().getByText('all steps run again').waitFor();
  await dialog().getByLabel('At most').fill('many');
  await dialog().getByText('Enter a whole number from 1 to 60,000').waitFor();
  await dialog().getByLabel('At most').fill('6000');
  await dialog()
    .getByRole('textbox', { name: /^Reason/ })
    .fill('limit was raised');
  await check('failures-retry');
  await dialog().getByRole('button', { name: 'Retry 4 executions' }).click();

  await dialog().getByText('4 of 4 done, 0 refused').waitFor();
  await dialog().getByRole('button', { name: 'Close' }).last().click();
  await until('payments', (families) => families[0]?.count === 8);
  await row('Payments').getByRole('img', { name: '8 failures in 7 days', exact: true }).waitFor();
});

test('should note that a family is known, assigned and resolved, and reopen it', async () => {
  await page.goto('/failures?flow=stock-levels');
  const family = row('Stock levels');
  await family.getByRole('button', { name: 'Mark known' }).click();
  await dialog().getByText('It is no longer counted as new.').waitFor();
  await dialog().getByLabel('Note').fill('maintenance until noon');
  await check('failures-know');
  await dialog().getByRole('button', { name: 'Mark known' }).click();
  await family.getByText('Known', { exact: true }).waitFor();
  await family.getByText('“maintenance until noon”').first().waitFor();

  await family.getByRole('button', { name: 'Assign' }).click();
  await dialog().getByLabel('Who takes care of it').fill('clerk-1');
  await dialog().getByRole('button', { name: 'Save' }).click();
  await family.getByText('Assigned to clerk-1:').waitFor();

  await family.getByRole('button', { name: 'Resolve' }).click();
  await dialog().getByText('The next execution that fails alike reopens it.').waitFor();
  await dialog().getByRole('button', { name: 'Resolve' }).click();
  await page.getByRole('heading', { name: 'No family matches' }).waitFor();
  await page.getByRole('link', { name: /^Resolved/ }).click();
  await family.getByText('Resolved', { exact: true }).waitFor();

  await run('stock-levels', {}, 'S-2');
  await family.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: /^Open/ }).click();
  await family.getByText('Reopened', { exact: true }).waitFor();
  await family.getByText(/^Came back within a day after/).waitFor();
});

test('should do the same by keyboard only', async () => {
  await page.goto('/executions');
  await page.getByRole('heading', { name: 'Executions' }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('x');
  await row('Payments').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('Card.Declined');
  await row('Stock levels').waitFor({ state: 'detached' });
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());

  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await row('Payments').getByText('Latest examples').waitFor();
  await page.keyboard.press('m');
  await dialog().waitFor();
  await page.keyboard.type('ask the bank');
  await page.keyboard.press('Enter');
  await row('Payments').getByText('Known', { exact: true }).waitFor();

  await page.keyboard.press('r');
  await dialog().getByText('4 executions', { exact: true }).waitFor();
  await dialog().getByRole('button', { name: 'Retry 4 executions' }).focus();
  await page.keyboard.press('Enter');
  await dialog().getByText('4 of 4 done, 0 refused').waitFor();
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await page.waitForURL((url) => url.pathname === '/failures');
  expect(watched.problems).toEqual([]);
});

test('should announce new families and leave the rows where they are', async () => {
  await page.goto('/failures');
  await row('Payments').waitFor();
  await page.getByText('Live', { exact: true }).waitFor();

  await run('late-report', {}, 'L-1');

  await page.getByRole('button', { name: '1 new family' }).waitFor();
  expect(await row('Late report').count()).toBe(0);
  await page.keyboard.press('.');
  await row('Late report').getByText('Smtp.Refused').waitFor();
});

test('should tell on an execution how many failed alike', async () => {
  await page.goto(`/executions/${failed}`);

  const band = page.getByRole('alert');
  await band.getByText(/^\d+ alike$/).waitFor();
  await band.getByText('have method=prepaid').or(band.getByText('have client=ACME')).waitFor();
  await band.getByRole('img', { name: /failures in 7 days/ }).waitFor();
  await check('execution-alike');
  await band.getByRole('link', { name: 'Open family' }).click();

  await page.waitForURL(/\/failures\/[0-9a-f]{16}/);
  await row('Payments').getByText('Latest examples').waitFor();
});

test('should show families that the list does not have, and say what there is not', async () => {
  const { items } = await api<Families>('GET', '/api/failures?status=all&flow=payments');
  await page.goto(`/failures/${items[0]?.id}?flow=stock-levels`);
  await page.getByText('The list with its filters does not contain this family.').waitFor();
  await row('Payments').getByText('Latest examples').waitFor();

  await page.goto('/failures/0000000000000000');
  await page.getByRole('heading', { name: 'No family 0000000000000000' }).waitFor();
});

test('should say why a reader cannot act, and work on a phone', async () => {
  const { key } = await api<{ key: string }>('POST', '/api/keys', {
    name: 'reader',
    roles: ['viewer'],
  });
  const context = await browser.newContext({
    baseURL: SERVER,
    viewport: { width: 390, height: 844 },
  });
  const phone = await context.newPage();
  await signIn(phone, key);
  await phone.goto('/failures?flow=payments');

  const retry = phone.getByRole('button', { name: /^Retry \d+…$/ });
  await retry.waitFor();
  expect(await retry.getAttribute('title')).toBe('requires the role operator');
  await retry.click({ force: true });
  expect(await phone.getByRole('dialog').count()).toBe(0);
  await phone.getByRole('button', { name: 'Payments / Charge card' }).click();
  await phone.getByText('Latest examples').waitFor();
  expect(
    await phone.evaluate(
      () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
    ),
  ).toBe(true);
  expect(await seriousProblems(phone)).toEqual([]);
  await context.close();
});
