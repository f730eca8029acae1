import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, newPage, seriousProblems, type WatchedPage } from './browser';
import { api, KEY, SERVER } from './server';
import { runTravelFlow } from './time-travel.samples';

let browser: Browser;
let watched: WatchedPage;
let id: string;

interface State {
  seq: number;
  status: string;
  variables: Record<string, unknown>;
  current: { state: string }[];
}

beforeAll(async () => {
  id = await runTravelFlow();
  browser = await launch();
  watched = await newPage(browser, SERVER);
  const { page } = watched;
  await page.goto('/signin');
  await page.getByLabel('API key').fill(KEY);
  await page.getByRole('button', { name: 'Sign in with key' }).click();
  await page.locator('.avatar').waitFor();
});

afterAll(async () => browser?.close());

/** Saves a screenshot if a folder for them is set, and tests what holds for every page. */
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

/** Returns the statuses of the steps in the outline. */
async function outlineOf(page: Page): Promise<Record<string, string>> {
  const rows = await page
    .locator('[role=treeitem][data-step][data-status]')
    .evaluateAll((all) =>
      all.map((row) => [row.getAttribute('data-step'), row.getAttribute('data-status')]),
    );
  return Object.fromEntries(rows) as Record<string, string>;
}

const slider = (page: Page) => page.getByRole('slider', { name: 'Step' });
const opened = (page: Page) =>
  page.locator('[role=slider][aria-valuemax]:not([aria-valuemax="0"])').waitFor();
const stepShown = async (page: Page) => Number(await slider(page).getAttribute('aria-valuenow'));

test('should show cause and next action of a failure on the first screen', async () => {
  const { page } = watched;
  await page.goto(`/executions/${id}`);

  await page.getByRole('alert').getByText('Card.Declined').waitFor();
  await page.getByRole('alert').getByText('Your card has insufficient funds.').waitFor();
  await page.getByRole('heading', { name: 'Charge' }).waitFor();
  await page.getByRole('tab', { name: 'Input', selected: true }).waitFor();
  const retry = page.getByRole('button', { name: 'Retry from Charge' });
  await retry.waitFor();
  const box = await retry.boundingBox();
  expect(box && box.x + box.width <= 1440 && box.y + box.height <= 900).toBe(true);
  await check('debug-view');
});

test('should show at each moment what the engine knew', async () => {
  const { page } = watched;
  const { seq: last } = await api<State>('GET', `/api/flows/executions/${id}/state`);
  await page.setViewportSize({ width: 1440, height: 1400 });
  // Each moment is opened as a link that somebody sent.
  for (let at = 1; at < last; at += 1 + Math.floor(Math.random() * 3)) {
    const state = await api<State>('GET', `/api/flows/executions/${id}/state?at=${at}`);
    const { items } = await api<{ items: { step: string; status: string }[] }>(
      'GET',
      `/api/flows/executions/${id}/steps?at=${at}`,
    );
    await page.goto(`/executions/${id}?at=${at}&tab=state`);
    const shown = page.locator(`[data-seq="${at}"]`);
    await shown.waitFor();

    expect(await outlineOf(page), `steps at ${at}`).toEqual(
      Object.fromEntries(items.map((one) => [one.step, one.status])),
    );
    const where = await shown.locator('.state-line').innerText();
    for (const { state: name } of state.current) expect(where, `at ${at}`).toContain(name);
    const text = await shown.getByRole('region', { name: /^Variables at/ }).allInnerTexts();
    for (const [name, value] of Object.entries(state.variables)) {
      expect(text.join('\n'), `variable at ${at}`).toContain(name);
      if (typeof value !== 'object') expect(text.join('\n')).toContain(JSON.stringify(value));
    }
    await page.getByRole('region', { name: 'Past moment' }).waitFor();
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}, 120_000);

test('should move to another moment by pointer', async () => {
  const { page } = watched;
  await page.goto(`/executions/${id}`);
  await opened(page);
  const count = await stepShown(page);
  const box = await slider(page).boundingBox();
  if (!box) throw new Error('the scrubber has no place');
  const x = (step: number) => box.x + 12 + ((step - 0.5) / count) * (box.width - 24);

  await page.mouse.move(x(count), box.y + 12);
  await page.mouse.down();
  await page.mouse.move(x(4), box.y + 12, { steps: 4 });
  expect(await stepShown(page)).toBe(4);
  await page.mouse.up();

  await page.waitForURL(/[?&]at=/);
  const bar = page.getByRole('region', { name: 'Past moment' });
  await bar.getByText(`step 4 of ${count}.`).waitFor();
  expect(await page.locator('.tree-row.off').count()).toBeGreaterThan(0);
  await check('debug-view-past');
  await bar.getByRole('button', { name: 'Back to end' }).click();
  await bar.waitFor({ state: 'detached' });
  expect(new URL(page.url()).searchParams.has('at')).toBe(false);
});

test('should move to another moment by keys', async () => {
  const { page } = watched;
  await page.goto(`/executions/${id}`);
  await opened(page);
  const count = await stepShown(page);

  await page.keyboard.press(',');
  await expect.poll(() => stepShown(page)).toBe(count - 1);
  await page.keyboard.press('Home');
  await expect.poll(() => stepShown(page)).toBe(1);
  await page.keyboard.press('.');
  await expect.poll(() => stepShown(page)).toBe(2);
  await slider(page).focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => stepShown(page)).toBe(3);
  await page.keyboard.press('l');
  await page.getByRole('region', { name: 'Past moment' }).waitFor({ state: 'detached' });

  // The timeline: rows and their steps, zoom and critical path.
  await page.locator('.tl-row').first().focus();
  await page.keyboard.press('ArrowLeft');
  await page.waitForURL(/[?&]step=/);
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => page.locator('.tl-row:focus').getAttribute('data-row')).toBe('1');
  await page.keyboard.press('k');
  await page.getByRole('button', { name: 'Critical path', pressed: true }).waitFor();
});

test('should keep a past moment while new events arrive', async () => {
  const { page } = watched;
  const { id: live } = await api<{ id: string }>('POST', '/api/flows/travel-order/execute', {
    businessKey: 'T-2',
    input: { order: { id: 'T-2' }, items: [] },
  });
  await page.goto(`/executions/${live}?at=1-1`);
  await page.getByRole('region', { name: 'Past moment' }).waitFor();
  const bar = page.locator('.tl-place');
  const before = await bar.innerText();

  await api('POST', `/api/flows/executions/${live}/cancel`, { reason: 'test' });

  await page.locator('.status.badge').getByText('Cancelled').waitFor();
  await expect.poll(() => stepShown(page)).toBe(1);
  expect(before).toMatch(/\+\d+ steps?/);
});

test('should lead through an execution on a phone', async () => {
  const { page } = watched;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/executions/${id}`);
  await page.getByRole('tab', { name: 'Steps', selected: true }).waitFor();
  await page.getByRole('button', { name: 'Retry from Charge' }).waitFor();
  await check('debug-view-phone');

  await page.getByRole('tab', { name: 'Timeline' }).click();
  await page.waitForURL(/view=timeline/);
  await slider(page).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1440, height: 900 });
});
