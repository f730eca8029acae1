import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as flows from '../bench/flows';
import { isRunShown } from '../bench/scenarios';
import { launch, newPage, type WatchedPage } from './browser';
import { api, KEY, SERVER } from './server';

/** A page with much more data may have this many times the elements of one with little... */
const TOLERANCE = 1.25;
/** ...and those of a screen of lines, if the little data did not fill it. */
const SCREEN = 500;
/** No page needs more elements, requests or bytes, whatever it shows. */
const MAX_NODES = 2_500;
const MAX_REQUESTS = 12;
const MAX_BYTES = 600_000;

let browser: Browser;
let watched: WatchedPage;

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

/** Runs a flow to its end; every size is a version of its own. */
async function run(code: string, definition: object, input: object): Promise<string> {
  const source = JSON.stringify(definition);
  const body = { name: code, code, format: 'json', source };
  await api('POST', '/api/flows?publish=true', body).catch(async (error: unknown) => {
    if (!String(error).includes('code-taken')) throw error;
    await api('PUT', `/api/flows/${code}`, { format: 'json', source });
    await api('POST', `/api/flows/${code}/publish`, {}).catch((unchanged: unknown) => {
      if (!String(unchanged).includes('409')) throw unchanged;
    });
  });
  const { id } = await api<{ id: string }>('POST', `/api/flows/${code}/execute`, { input });
  const ended = await api<{ status: string }>('GET', `/api/flows/executions/${id}?wait=50`);
  expect(ended.status).toBe('SUCCEEDED');
  return id;
}

interface Size {
  nodes: number;
  requests: number;
  bytes: number;
}

/** Opens a page in an empty tab and returns what it took. */
async function sizeOf(path: string, isReady: () => boolean): Promise<Size> {
  const { page } = watched;
  await page.goto('about:blank');
  let requests = 0;
  const bytes: Promise<number>[] = [];
  const count = (request: {
    url: () => string;
    sizes: () => Promise<{ responseBodySize: number }>;
  }) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/api/') || pathname === '/api/events') return;
    requests++;
    bytes.push(request.sizes().then((sizes) => sizes.responseBodySize));
  };
  page.on('requestfinished', count);
  await page.goto(path);
  await page.waitForFunction(isReady);
  page.off('requestfinished', count);
  const sum = (await Promise.all(bytes)).reduce((all, one) => all + one, 0);
  return { nodes: await nodesOf(page), requests, bytes: sum };
}

const nodesOf = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length);

/** Tests that a page with much data is not larger than one with little. */
function expectNoCliff(small: Size, large: Size): void {
  expect(large.nodes).toBeLessThanOrEqual(Math.min(MAX_NODES, small.nodes * TOLERANCE + SCREEN));
  // What has just ended may be read again.
  expect(large.requests).toBeLessThanOrEqual(MAX_REQUESTS);
  expect(large.bytes).toBeLessThan(MAX_BYTES);
  expect(watched.problems).toEqual([]);
}

test('should show 5,000 steps with the elements of 500', async () => {
  const small = await run('size-steps', flows.stepsFlow, flows.stepsInput(500));
  const large = await run('size-steps', flows.stepsFlow, flows.stepsInput(5_000));

  const few = await sizeOf(`/executions/${small}`, isRunShown);
  expectNoCliff(few, await sizeOf(`/executions/${large}`, isRunShown));

  // Nor do elements pile up while the user scrolls through all of them.
  const { page } = watched;
  for (const share of [0, 0.5, 1]) {
    await page.evaluate((at) => {
      const box = document.querySelector('.run-side .overflow-auto');
      if (box) box.scrollTop = at * box.scrollHeight;
    }, share);
    await page.locator('[role=treeitem]').first().waitFor();
    expect(await nodesOf(page)).toBeLessThan(few.nodes * TOLERANCE + SCREEN);
  }
});

test('should show 2,000 items with the elements of 50', async () => {
  const input = (count: number) => ({ items: Array(count).fill(1) });
  const small = await run('size-items', flows.itemsFlow, input(50));
  const large = await run('size-items', flows.itemsFlow, input(2_000));

  expectNoCliff(
    await sizeOf(`/executions/${small}`, isRunShown),
    await sizeOf(`/executions/${large}`, isRunShown),
  );
});

test('should show 600 states with the elements of 50', async () => {
  const small = await run('size-states', flows.statesFlow(50), { total: 1 });
  const first = await sizeOf(`/executions/${small}`, isRunShown);
  const large = await run('size-states', flows.statesFlow(600), { total: 1 });

  expectNoCliff(first, await sizeOf(`/executions/${large}`, isRunShown));

  // The selected state is in view, although the graph is much larger than the screen.
  const node = watched.page.locator('.react-flow__node .node.chosen');
  await node.waitFor();
  const box = await node.boundingBox();
  expect(box && box.x > 0 && box.x < 1440 && box.y > 0 && box.y < 900).toBe(true);
});

test('should show a payload of 200 KB with the elements of 20 KB', async () => {
  const small = await run('size-payload', flows.payloadFlow, flows.payloadInput(20_000));
  const large = await run('size-payload', flows.payloadFlow, flows.payloadInput(200_000));

  for (const tab of ['input', 'changes', 'raw']) {
    const path = (id: string) => `/executions/${id}?tab=${tab}`;
    const isShown = () =>
      document.querySelector('.run-detail .json') !== null &&
      document.querySelector('.react-flow__node') !== null;
    expectNoCliff(await sizeOf(path(small), isShown), await sizeOf(path(large), isShown));
  }
});

test('should list 300 executions with the elements of a screen', async () => {
  const source = JSON.stringify(flows.quickFlow);
  await api('POST', '/api/flows?publish=true', {
    name: 'Many',
    code: 'size-many',
    format: 'json',
    source,
  }).catch((error: unknown) => {
    if (!String(error).includes('code-taken')) throw error;
  });
  for (let i = 0; i < 300; i++) await api('POST', '/api/flows/size-many/execute', { input: {} });
  const isListed = () =>
    document.querySelectorAll('.execution-row').length > 10 &&
    /\d/.test(document.querySelector('.histogram-total')?.textContent ?? '');

  const list = await sizeOf('/executions?flow=%5B%22size-many%22%5D', isListed);

  expect(list.nodes).toBeLessThan(MAX_NODES);
  expect(list.requests).toBeLessThanOrEqual(MAX_REQUESTS);
  const { page } = watched;
  await page.locator('.execution-table').focus();
  const lastRow = async () => {
    await page.keyboard.press('End');
    const row = page.locator('.execution-row').last();
    return Number(await row.getAttribute('aria-rowindex'));
  };
  await expect.poll(lastRow, { timeout: 20_000 }).toBeGreaterThan(290);
  expect(await nodesOf(page)).toBeLessThan(list.nodes * TOLERANCE + SCREEN);
});
