import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, newPage, seriousProblems, type WatchedPage } from './browser';
import {
  HELD,
  HOSTILE,
  runDistributedMap,
  runHostile,
  runHuman,
  runMap,
  runNested,
} from './execution.samples';
import { api, KEY, SERVER } from './server';

let browser: Browser;
let watched: WatchedPage;

interface Execution {
  id: string;
  status: string;
}

beforeAll(async () => {
  browser = await launch();
  watched = await newPage(browser, SERVER);
  const { page } = watched;
  await page.goto('/signin');
  await page.getByLabel('API key').fill(KEY);
  await page.getByRole('button', { name: 'Sign in with key' }).click();
  await page.locator('.avatar').waitFor();
});

afterAll(async () => browser?.close());

/** Saves screenshots if a folder for them is set, and tests what holds for every page. */
async function check(name: string): Promise<void> {
  const { page, problems } = watched;
  for (const theme of ['light', 'dark', 'contrast']) {
    await page.evaluate((one) => (document.documentElement.dataset['theme'] = one), theme);
    const folder = process.env['PAWL_SCREENSHOTS'];
    if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}-${theme}.png` });
    expect(await seriousProblems(page), `${name} ${theme}`).toEqual([]);
  }
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'light'));
  expect(problems, name).toEqual([]);
}

const OUTLINE = /\/api\/.*\/outline/;
const param = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);
const grid = (page: Page) => page.getByRole('listbox');
const option = (page: Page) => grid(page).getByRole('option');
const crumbs = (page: Page) => page.getByRole('navigation', { name: 'Shown part of the flow' });

test('should show all items of a Map, filter them and open one, by pointer', async () => {
  const { page } = watched;
  const id = await runMap(400);
  await page.goto(`/executions/${id}`);
  await page.getByRole('button', { name: 'Open Renew policies' }).click();
  await page.waitForURL(/[?&]in=/);
  const items = page.getByRole('region', { name: 'Items' });
  await items.getByText('400 items, failures first.').waitFor();
  const counts = await items.locator('.items-count').allInnerTexts();
  expect(counts.map((text) => text.replace(/\s+/g, ' '))).toEqual([
    '3 failed',
    '4 waiting',
    '393 ok',
  ]);
  await check('execution-items');

  // Failures are first, so that the first cell is the first failed item.
  await items
    .locator('canvas')
    .last()
    .click({ position: { x: 4, y: 4 } });
  await crumbs(page).getByText('Item 17').waitFor();
  await page.getByRole('heading', { name: 'Refuse' }).waitFor();
  await page.locator('.node.failed').getByText('Refuse').waitFor();
  expect(param(page, 'step')).toContain('/17@');
  await check('execution-item');

  // The way back keeps the item one click away.
  await crumbs(page).getByRole('button', { name: 'Renew policies' }).click();
  await items.getByRole('button', { name: /failed/ }).click();
  await items.getByText('3 of 400 items.').waitFor();
  await items.getByLabel('Index, key or error').fill('P-40167');
  await items.getByText('1 of 400 items.').waitFor();
  await items.getByRole('button', { name: 'List' }).click();
  await items
    .getByRole('option', { name: /167.*P-40167.*failed.*Refuse.*Rating.NoTariff/ })
    .waitFor();
  await check('execution-item-list');
  await crumbs(page).getByRole('button', { name: 'Item 17' }).click();
  await page.locator('.node.failed').getByText('Refuse').waitFor();
});

test('should show all items of a Map, filter them and open one, by keys', async () => {
  const { page } = watched;
  const id = await runMap(400);
  await page.goto(`/executions/${id}`);
  await page.locator('.node.map').waitFor();
  await page.locator('.canvas').focus();
  await page.keyboard.press(']');
  await page.waitForURL(/[?&]in=/);

  await grid(page).focus();
  await page.keyboard.press('Home');
  await expect.poll(() => option(page).innerText()).toContain('Item 17, P-40017, failed');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => option(page).innerText()).toContain('Item 167');
  await page.keyboard.press('End');
  await expect.poll(() => option(page).innerText()).toContain('Item 399, P-40399, ok');
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await crumbs(page).getByText('Item 17').waitFor();
  await page.locator('.canvas').focus();
  await page.keyboard.press('[');
  await grid(page).waitFor();
  await page.keyboard.press('[');
});

test('should show ten thousand items at once', async () => {
  const { page } = watched;
  const id = await runMap(5_000);
  await page.goto(`/executions/${id}?in=%2F%401`);

  await page.getByText('5,000 items, failures first.').waitFor();
  expect(await option(page).count()).toBe(1);
  await grid(page).focus();
  await page.keyboard.press('End');
  await expect.poll(() => option(page).getAttribute('aria-posinset')).toBe('5000');
});

test('should show the items of a distributed Map and lead to their executions', async () => {
  const { page } = watched;
  const id = await runDistributedMap(60);
  await page.goto(`/executions/${id}?in=%2F%401`);
  const items = page.getByRole('region', { name: 'Items' });
  await items.getByText('60 items, failures first.').waitFor();
  await items.getByRole('button', { name: /^1 failed/ }).waitFor();

  await items
    .locator('canvas')
    .last()
    .click({ position: { x: 4, y: 4 } });
  await crumbs(page).getByText('Item 17').waitFor();
  await page.locator('.node.failed').getByText('Refuse').waitFor();
  await crumbs(page).getByRole('link', { name: 'Parent' }).click();
  await items.getByText('60 items, failures first.').waitFor();
});

test('should open what is too large to be drawn in place, and choose among visits', async () => {
  const { page } = watched;
  const id = await runNested();
  await page.goto(`/executions/${id}`);
  await page.locator('.node.parallel').waitFor();
  expect(await page.locator('.canvas').getByText('B1 S0').count()).toBe(0);
  await page.getByRole('button', { name: 'Open Many' }).click();
  await crumbs(page).getByText('Many').waitFor();
  await page.locator('.canvas').getByText('B2 S0').waitFor();

  await crumbs(page).getByRole('button', { name: 'nested-work' }).click();
  await page.locator('.node').filter({ hasText: 'Count' }).click();
  const visits = page.getByRole('combobox', { name: 'Visits of this state' });
  await expect.poll(() => visits.inputValue()).toBe('11');
  await page.getByRole('button', { name: 'Previous visit' }).click();
  await expect.poll(() => visits.inputValue()).toBe('10');
  await visits.selectOption('3');
  await page.waitForURL(/step=/);
  await check('execution-visits');
});

test('should show hostile names as text of bounded size', async () => {
  const { page } = watched;
  const id = await runHostile();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/executions/${id}`);
    await page.getByRole('alert').getByText('Bad.<b>Markup</b>').waitFor();
    expect(await page.locator('img').count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    );
    const band = await page.getByRole('alert').boundingBox();
    expect(band && band.height < 200).toBe(true);
    await check(`execution-hostile-${width}`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('treeitem').first().click();
  await page.getByRole('tab', { name: 'Input' }).click();
  await page.getByText(HOSTILE.slice(0, 20)).first().waitFor();
});

test('should decide a Human step with its form', async () => {
  const { page } = watched;
  const id = await runHuman('E-1');
  await page.goto(`/executions/${id}`);
  await page.getByRole('button', { name: 'approved…' }).click();
  const sheet = page.getByRole('dialog');
  const decide = sheet.getByRole('button', { name: /^Decide Approve/ });
  await expect.poll(() => decide.getAttribute('aria-disabled')).toBe('true');
  await sheet.getByLabel('Comment').fill('train to the customer');
  await check('execution-decide');
  await decide.click();
  await page.locator('.status.badge').getByText('Succeeded').waitFor();
  const { output } = await api<{ output: { decision: { data: unknown } } }>(
    'GET',
    `/api/flows/executions/${id}`,
  );
  expect(JSON.stringify(output.decision)).toContain('train to the customer');
});

test('should decide a Human step by keys', async () => {
  const { page } = watched;
  const id = await runHuman('E-2');
  await page.goto(`/executions/${id}`);
  await page.getByRole('button', { name: 'rejected…' }).focus();
  await page.keyboard.press('Enter');
  const comment = page.getByRole('dialog').getByLabel('Comment');
  await comment.focus();
  await page.keyboard.type('no receipt');
  await page.keyboard.press('Control+Enter');
  await page.locator('.status.badge').getByText('Failed').waitFor();
});

test('should start again with another input', async () => {
  const { page } = watched;
  const id = await runNested();
  await page.goto(`/executions/${id}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Edit input and retry' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Input, JSON').fill('{"n": 11}');
  await sheet.getByRole('button', { name: /^Edit input and retry/ }).click();
  await page.waitForURL((url) => !url.pathname.endsWith(id));
  await page.locator('.status.badge').getByText('Succeeded').waitFor();
  const started = new URL(page.url()).pathname.split('/').at(-1);
  const { input } = await api<{ input: unknown }>('GET', `/api/flows/executions/${started}`);
  expect(input).toEqual({ n: 11 });
});

/** What a reason offers, and what it leads to. */
const RELEASES: Record<string, { text: string; button: string; heading: string }> = {
  event: { text: 'Waits for an event', button: 'Send order.paid…', heading: 'Send an event' },
  timer: { text: 'Waits until a time', button: 'Skip…', heading: 'Skip Work' },
  person: { text: 'Waits for a person', button: 'Decide…', heading: 'Decide Approve' },
  'no-worker': { text: 'No worker', button: 'Skip…', heading: 'Skip Work' },
  worker: { text: 'A worker works on it', button: 'Skip…', heading: 'Skip Work' },
  'no-free-worker': { text: 'All workers are busy', button: 'Skip…', heading: 'Skip Work' },
  retry: { text: 'Waits for the next attempt', button: 'Skip…', heading: 'Skip Work' },
  child: { text: 'Waits for other executions', button: 'Skip…', heading: 'Skip Work' },
  paused: { text: 'Paused', button: 'Resume…', heading: 'Resume' },
};

test.each(Object.keys(HELD))('should explain %s and offer what releases it', async (kind) => {
  const { page } = watched;
  const id = (await HELD[kind]?.()) ?? '';
  const { text, button, heading } = RELEASES[kind] ?? { text: '', button: '', heading: '' };
  await page.goto(`/executions/${id}`);
  const reason = page
    .getByRole('region', { name: 'Why it does not proceed' })
    .locator(`li[data-kind="${kind}"]`);
  await reason.getByText(text).first().waitFor();
  if (kind === 'event') await check('execution-explain');
  await reason.getByRole('button', { name: button }).click();

  const sheet = page.getByRole('dialog');
  await sheet.getByRole('heading', { name: heading }).waitFor();
  if (kind === 'person') return;
  await sheet.getByRole('button', { name: heading }).click();
  await sheet.waitFor({ state: 'detached' });
  await reason.waitFor({ state: 'detached' });
});

test('should play, and select a range of time by pointer and by keys', async () => {
  const { page } = watched;
  const id = await runNested();
  await page.goto(`/executions/${id}`);
  const slider = page.getByRole('slider', { name: 'Step' });
  const step = async () => Number(await slider.getAttribute('aria-valuenow'));
  await expect.poll(step).toBeGreaterThan(60);
  await page.keyboard.press('Home');
  await expect.poll(step).toBe(1);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(step, { timeout: 20_000 }).toBeGreaterThan(2);
  await page.getByRole('button', { name: 'Pause playing' }).click();

  await page.keyboard.press('Home');
  await page.keyboard.press('r');
  await page
    .getByText(/The range begins at/)
    .first()
    .waitFor();
  await page.keyboard.press('.');
  await page.keyboard.press('.');
  await expect.poll(step).toBe(3);
  await page.keyboard.press('r');
  await page.waitForURL(/[?&]range=/);
  await page.getByRole('button', { name: 'Clear range' }).click();
  await page.waitForURL((url) => !url.searchParams.has('range'));

  const box = await page.locator('.tl-canvas').boundingBox();
  if (!box) throw new Error('the timeline has no place');
  await page.mouse.move(box.x + 200, box.y + 60);
  await page.mouse.down();
  await page.mouse.move(box.x + 500, box.y + 60, { steps: 4 });
  await page.mouse.up();
  await page.waitForURL(/[?&]range=/);
  await page.getByRole('button', { name: 'Zoom to range' }).click();
  expect(await page.locator('.tl-range').innerText()).toMatch(/\d+ steps?/);
});

test('should save an execution, summarise it, and keep it as a tab of its flow', async () => {
  const { page } = watched;
  const id = await runNested();
  await page.goto(`/executions/${id}`);
  await page.getByRole('tab', { name: 'Summary' }).click();
  const summary = page.getByRole('tabpanel', { name: 'Summary' });
  expect((await summary.innerText()).replace(/\s+/g, ' ')).toMatch(
    /Status Succeeded Trigger API .*Version 1 .*Input .*Output/,
  );
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Export as JSON' }).click();
  expect((await saving).suggestedFilename()).toBe(`nested-work-${id}.json`);

  await page.goto('/flows/nested-work');
  const name = `…${id.slice(-6)}`;
  const tab = page.getByRole('navigation', { name: 'nested-work' });
  await tab.getByRole('link', { name }).waitFor();
  await tab.getByRole('button', { name: `Close ${name}` }).click();
  await tab.getByRole('link', { name }).waitFor({ state: 'detached' });
});

test('should say what could not be read, and read it again', async () => {
  const { page } = watched;
  const id = await runNested();
  await page.route(OUTLINE, (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      body: JSON.stringify({ status: 503, code: 'busy', detail: 'The database is busy.' }),
    }),
  );
  await page.goto(`/executions/${id}`);
  const problem = page.getByRole('alert').filter({ hasText: 'The steps could not be loaded' });
  await problem.getByText('The database is busy.').waitFor();
  await page.getByRole('heading', { name: 'nested-work' }).waitFor();
  await page.unroute(OUTLINE);
  await problem.getByRole('button', { name: 'Try again' }).click();
  await page.locator('.node').filter({ hasText: 'Count' }).waitFor();
});

test('should say what is wrong with a link', async () => {
  const { page } = watched;
  await page.goto('/executions/01999999-7a31-7cc4-b0b5-2d1f6f0a9e11');
  await page.getByText(/No execution/).waitFor();
  const { id } = await api<Execution>('POST', '/api/flows/nested-work/execute', {
    input: { n: 12 },
  });
  await page.goto(`/executions/${id}?in=nowhere&step=nothing&at=x&act=nonsense`);
  await page.locator('.node').filter({ hasText: 'Count' }).waitFor();
});
