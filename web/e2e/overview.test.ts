import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, newPage, seriousProblems, type WatchedPage } from './browser';
import { api, KEY, SERVER } from './server';

let browser: Browser;
let watched: WatchedPage;
let page: Page;

const RESOURCE = 'e2e:overview';
/** More than other tests leave waiting: the page names the three resources with most tasks. */
const STARTS = 7;
const FLOWS = {
  'e2e-letters': { Render: { Type: 'Task', Resource: RESOURCE, End: true } },
  'e2e-broken': { Check: { Type: 'Fail', Error: 'E2e.Broken', Cause: 'this always fails' } },
};

async function signIn(to: WatchedPage, key: string): Promise<void> {
  await to.page.goto('/signin');
  await to.page.getByLabel('API key').fill(key);
  await to.page.keyboard.press('Enter');
  await to.page.locator('.avatar').waitFor();
}

const start = (flow: string, wait = 0) =>
  api<{ id: string }>('POST', `/api/flows/${flow}/execute?wait=${wait}`, {});

beforeAll(async () => {
  for (const [code, states] of Object.entries(FLOWS)) {
    await api('POST', '/api/flows?publish=true', {
      code,
      name: `Flow ${code}`,
      definition: { StartAt: Object.keys(states)[0], States: states },
    });
  }
  for (let i = 0; i < STARTS; i++) await start('e2e-letters');
  await start('e2e-broken', 20);
  await api('DELETE', '/api/preferences/notifications.readUntil').catch(() => undefined);
  browser = await launch();
  watched = await newPage(browser, SERVER);
  page = watched.page;
  await signIn(watched, KEY);
});

afterAll(async () => {
  // Other tests count what waits.
  await api('POST', '/api/flows/executions/bulk', {
    action: 'cancel',
    filter: { flow: 'e2e-letters', status: ['PENDING', 'RUNNING', 'WAITING'] },
  }).catch(() => undefined);
  await browser?.close();
});

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

const attention = () => page.getByRole('region', { name: 'Needs attention' });
const unserved = () => attention().getByRole('listitem').filter({ hasText: RESOURCE });

test('should open with what needs attention, and lead to the cause', async () => {
  await page.goto('/');

  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  expect(await page.getByRole('navigation').getByRole('link').first().textContent()).toBe(
    'Overview',
  );
  await unserved().getByText('no worker serves').waitFor();
  await unserved().getByText(String(STARTS), { exact: true }).waitFor();
  // Other tests of the tenant may have larger families.
  await attention().getByRole('link', { name: 'Open family' }).waitFor();
  await page.getByRole('region', { name: 'Capacity' }).getByText('Waiting').waitFor();
  await check('overview');

  await unserved().getByRole('link', { name: 'Show why' }).click();
  await page.waitForURL(/\/handlers\?show=e2e/);
  await page.getByText(`${STARTS} tasks wait, and no worker asks for them.`).waitFor();
});

test('should count live', async () => {
  await page.goto('/');
  await unserved().getByText(String(STARTS), { exact: true }).waitFor();

  await start('e2e-letters');

  await unserved()
    .getByText(String(STARTS + 1), { exact: true })
    .waitFor();
});

test('should keep the period in the URL and show charts as tables', async () => {
  await page.goto('/');
  const starts = page.getByRole('region', { name: /^Starts per 10 minutes/ });
  await starts.getByRole('slider').waitFor();

  await page.getByLabel('Period').selectOption('1h');

  await page.waitForURL(/period=1h/);
  await page.getByRole('region', { name: 'Starts per minute' }).waitFor();
  for (const table of await page.getByRole('button', { name: 'Show as table' }).all())
    await table.click();
  await page.getByRole('columnheader', { name: 'p99' }).waitFor();
  expect(await page.getByRole('table').count()).toBe(2);
  expect(await page.getByRole('row').count()).toBe(2 * 61);
  await check('overview-tables');

  await page.reload();
  await page.getByRole('region', { name: 'Starts per minute' }).waitFor();
});

test('should lead from a chart to executions, by keyboard only', async () => {
  await page.goto('/executions');
  await page.getByRole('heading', { name: 'Executions' }).waitFor();
  await page.locator('body').press('g');
  await page.locator('body').press('o');
  const starts = page.getByRole('slider', { name: /^Starts per/ });
  await starts.waitFor();

  await starts.focus();
  await page.keyboard.press('Home');
  expect(await starts.getAttribute('aria-valuenow')).toBe('0');
  await page.keyboard.press('End');
  expect(await starts.getAttribute('aria-valuenow')).toBe('143');
  expect(await starts.getAttribute('aria-valuetext')).toMatch(/start/);
  await page.getByText('Click to list them').first().waitFor();
  await page.keyboard.press('Enter');

  await page.waitForURL(/\/executions\?from=/);
});

test('should open the attention rows by keyboard only', async () => {
  await page.goto('/');
  await unserved().getByRole('link', { name: 'Show why' }).focus();
  await page.keyboard.press('Enter');

  await page.waitForURL(/\/handlers\?show=e2e/);
});

test('should list new failures under the bell until they are read, by keyboard only', async () => {
  await page.goto('/');
  await page.getByRole('button', { name: /^\d+ unread notification/ }).focus();
  await page.keyboard.press('Enter');
  const failure = page.getByRole('menuitem').filter({ hasText: 'E2e.Broken' });
  await failure.getByText('Flow e2e-broken').waitFor();
  await check('bell');

  while (!(await failure.evaluate((item) => item === document.activeElement)))
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');

  await page.waitForURL(/\/executions\/0/);
  await page.reload();
  await page.getByRole('button', { name: 'No unread notifications' }).waitFor();
});

test('should keep the other panels if one cannot be read', async () => {
  await page.route('**/api/stats/states*', (route) =>
    route.fulfill({
      status: 400,
      contentType: 'application/problem+json',
      body: JSON.stringify({ code: 'malformed', detail: 'no such window', status: 400 }),
    }),
  );
  await page.goto('/');
  const slowest = page.getByRole('region', { name: 'Slowest steps' });
  await slowest.getByText('no such window').waitFor();
  await page.getByRole('slider', { name: /^Duration/ }).waitFor();
  await check('overview-error');

  await page.unroute('**/api/stats/states*');
  await slowest.getByRole('button', { name: 'Try again' }).click();

  await slowest.getByText('no such window').waitFor({ state: 'detached' });
});

test('should say that nothing needs attention', async () => {
  const none = { items: [], next: null };
  const now = { at: new Date().toISOString(), active: 0, queued: 0, waiting: [], limits: [] };
  await page.route('**/api/stats/now', (route) =>
    route.fulfill({ json: { ...now, unserved: [], capped: false } }),
  );
  for (const path of ['breakers', 'rejected', 'failures'])
    await page.route(`**/api/${path}?*`, (route) =>
      route.fulfill({ json: { ...none, counts: { open: 0, new: 0, known: 0, resolved: 0 } } }),
    );

  await page.goto('/');

  await attention().getByText('Nothing needs attention.').waitFor();
  await check('overview-clear');
  await page.unrouteAll();
});

test('should start the sample flow of a tenant without flows', async () => {
  await api('POST', '/api/flows/rate-alert/delete', { code: 'rate-alert' }).catch(() => undefined);
  await page.route('**/api/flows/summary', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ json: { ...(await response.json()), flows: 0, archived: 0 } });
  });
  await page.goto('/');
  const welcome = page.getByRole('region', { name: 'Start the sample flow' });
  await welcome.getByText('High?').first().waitFor();
  await check('overview-fresh');

  await welcome.getByRole('button', { name: 'Start the sample flow' }).click();

  await page.waitForURL(/\/executions\/0/);
  await page.getByText('Rate alert').first().waitFor();
  await page.unrouteAll();
});

test('should say why a key that is limited to flows sees nothing', async () => {
  const { key } = await api<{ key: string }>('POST', '/api/keys', {
    name: 'overview-limited',
    roles: ['viewer'],
    flows: ['e2e-letters'],
  });
  const limited = await newPage(browser, SERVER);
  await signIn(limited, key);

  await limited.page.goto('/');

  await limited.page
    .getByRole('alert')
    .getByText(/limited to|flows/)
    .first()
    .waitFor();
  await limited.page.close();
});

test('should fit small screens in three languages', async () => {
  for (const [width, language, title] of [
    [1024, 'pt-BR', 'Visão geral'],
    [390, 'zh-CN', '概览'],
    [390, 'en', 'Overview'],
  ] as const) {
    await page.evaluate(
      (one) => localStorage.setItem('pawl.preferences', JSON.stringify({ language: one })),
      language,
    );
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/');
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    await page.getByRole('slider').first().waitFor();
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `${width} ${language}`).toBe(0);
    await check(`overview-${width}-${language}`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
});
