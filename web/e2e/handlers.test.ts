import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, newPage, seriousProblems, type WatchedPage } from './browser';
import { api, KEY, SERVER } from './server';

let browser: Browser;
let watched: WatchedPage;
let page: Page;

const USER_FLOW = {
  StartAt: 'Total',
  States: {
    Total: {
      Type: 'Task',
      Resource: 'TRANSFORM_DATA',
      Config: { expression: '$sum(amounts)' },
      End: true,
    },
  },
};
const DESCRIPTOR = {
  displayName: 'Weigh parcels',
  category: 'Warehouse',
  description: 'Returns the weight of a parcel in grams.',
  configSchema: {
    type: 'object',
    required: ['scale'],
    properties: { scale: { type: 'string', enum: ['north', 'south'], title: 'Scale' } },
  },
  inputSchema: {
    type: 'object',
    required: ['parcel'],
    properties: { parcel: { type: 'string', maxLength: 20, description: 'Number of the parcel.' } },
  },
};

beforeAll(async () => {
  await api('POST', '/api/flows?publish=true', {
    code: 'e2e-totals',
    name: 'Totals of orders',
    definition: USER_FLOW,
  });
  await api('POST', '/api/workers/descriptors', {
    items: [{ resource: 'e2e:weigh', descriptor: DESCRIPTOR }],
  });
  await poll();
  browser = await launch();
  watched = await newPage(browser, SERVER);
  page = watched.page;
  await page.goto('/signin');
  await page.getByLabel('API key').fill(KEY);
  await page.keyboard.press('Enter');
  await page.locator('.avatar').waitFor();
});

afterAll(async () => browser?.close());

const poll = (wait = 0) =>
  api<{ token: string; input: unknown; config: unknown }[]>('POST', '/api/workers/poll', {
    resources: ['e2e:weigh'],
    worker: 'scale-1',
    wait,
    max: 1,
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

const panel = () => page.getByRole('complementary', { name: /^Handler / });

test('should list handlers with who serves them, and find them', async () => {
  await page.goto('/handlers');

  await page.getByRole('region', { name: 'Warehouse' }).getByText('Weigh parcels').waitFor();
  await page.getByRole('button', { name: /TRANSFORM_DATA.*built in.*1 flow/ }).waitFor();
  await check('handlers');

  await page.getByLabel('Search handlers').fill('parcels');
  await page.waitForURL(/q=parcels/);
  await page.getByText('TRANSFORM_DATA').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /Weigh parcels.*1 worker/ }).waitFor();
});

test('should show what a handler needs, and which flows use it', async () => {
  await page.goto('/handlers');
  await page.getByRole('button', { name: /TRANSFORM_DATA/ }).click();

  await page.waitForURL(/show=TRANSFORM_DATA/);
  await panel()
    .getByRole('region', { name: 'Settings' })
    .getByText('expression', { exact: true })
    .waitFor();
  await panel().getByRole('link', { name: 'Totals of orders' }).waitFor();
  await check('handler');

  await panel().getByRole('link', { name: 'Total', exact: true }).click();
  await page.waitForURL(/\/flows\/e2e-totals\?state=Total/);
});

test('should try out a handler as a test, never as a real execution', async () => {
  await page.goto('/handlers?show=TRANSFORM_DATA');
  await panel().getByRole('button', { name: 'Try it out' }).click();
  const sheet = page.getByRole('dialog');

  await sheet.getByLabel(/expression/i).fill('amount * 2');
  const json = sheet.getByRole('textbox', { name: 'Input' });
  await json.fill('{"amount": 21}');
  await sheet.getByRole('button', { name: 'Run the test' }).click();

  await sheet.getByRole('region', { name: 'Result' }).getByText('42').waitFor();
  await check('handler-try');
  const all = await api<{ items: { flow: string }[] }>('GET', '/api/flows/executions?limit=200');
  expect(all.items.filter((one) => one.flow.startsWith('try-'))).toEqual([]);
  const tests = await api<{ items: { flow: string }[] }>(
    'GET',
    '/api/flows/executions?test=true&limit=200',
  );
  expect(tests.items.map((one) => one.flow)).toContainEqual(expect.stringMatching(/^try-/));
});

test('should try out the handler of a worker, by keyboard only', async () => {
  await page.goto('/handlers?q=parcels');
  await page.getByRole('button', { name: /Weigh parcels/ }).focus();
  await page.keyboard.press('Enter');
  await panel().getByText('Returns the weight').waitFor();
  await panel().getByText('at most 20 characters').waitFor();

  await page.locator('body').press('t');
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Run the test' }).focus();
  await page.keyboard.press('Enter');
  expect(await sheet.locator('[aria-invalid=true]').count()).toBeGreaterThan(0);
  await sheet.getByLabel(/Scale/).focus();
  await page.keyboard.press('ArrowDown');
  await sheet.getByLabel(/parcel/).focus();
  await page.keyboard.type('P-7');
  await page.keyboard.press('Enter');
  await sheet.getByRole('button', { name: /Run the test/ }).focus();
  await page.keyboard.press('Enter');
  const [task] = await poll(30);
  expect(task).toMatchObject({ input: { parcel: 'P-7' }, config: { scale: 'north' } });
  await api('POST', `/api/workers/${encodeURIComponent(task?.token ?? '')}/success`, {
    output: { grams: 450 },
  });

  await sheet.getByRole('region', { name: 'Result' }).getByText('450').waitFor();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
});

test('should go through the list with arrow keys and close the panel with Escape', async () => {
  await page.goto('/handlers');
  const rows = page.locator('[data-handler]');
  await rows.first().focus();
  await page.keyboard.press('ArrowDown');
  expect(await rows.nth(1).evaluate((row) => row === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await panel().waitFor();

  await page.keyboard.press('Escape');

  await panel().waitFor({ state: 'detached' });
});

test('should say so if nothing is known of a resource', async () => {
  await page.goto('/handlers?show=no:such');

  await panel().getByText('No worker serves no:such, and no task waits for it').waitFor();
  await check('handler-unknown');
});

test('should fit small screens in three languages', async () => {
  for (const [width, language, title] of [
    [1024, 'pt-BR', 'Handlers'],
    [390, 'zh-CN', '处理器'],
    [390, 'en', 'Handlers'],
  ] as const) {
    await page.evaluate(
      (one) => localStorage.setItem('pawl.preferences', JSON.stringify({ language: one })),
      language,
    );
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/handlers');
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    await page.locator('[data-handler]').first().waitFor();
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `${width} ${language}`).toBe(0);
    await check(`handlers-${width}-${language}`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
});
