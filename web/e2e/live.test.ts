import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, settled, signedInPage, type WatchedPage } from './browser';
import { Relay } from './relay';
import { api, KEY, SERVER } from './server';

/** Another node on the same database, and its process; the last test kills it. */
const SECOND = process.env['PAWL_SECOND_URL'];
const SECOND_PID = Number(process.env['PAWL_SECOND_PID']);

const EXECUTIONS = 200;
const AT_A_TIME = 20;
const MIN_EVENTS = 1_000;
/** Rows that are compared with their pages. */
const COMPARED = 12;
/** What the page of a list may need while more than 1,000 events arrive. */
const MAX_REQUESTS = 200;
const MAX_BYTES = 20_000_000;
const MAX_NODES = 4_000;

let browser: Browser;

const publish = (code: string, States: object) =>
  api('POST', '/api/flows?publish=true', { code, definition: { StartAt: 'First', States } });
const start = async (flow: string, businessKey: string, input: unknown = {}) =>
  (await api<{ id: string }>('POST', `/api/flows/${flow}/execute`, { businessKey, input })).id;
const send = (id: string) => api('POST', `/api/flows/executions/${id}/events/go`, {});

beforeAll(async () => {
  await publish('asks', {
    First: { Type: 'Wait', Event: 'go', Next: 'Done' },
    Done: { Type: 'Succeed' },
  });
  await publish('maps', {
    First: { Type: 'Wait', Event: 'go', Next: 'Rest 1' },
    'Rest 1': { Type: 'Wait', Seconds: 1, Next: 'Rest 2' },
    'Rest 2': { Type: 'Wait', Seconds: 1, Next: 'Rest 3' },
    'Rest 3': { Type: 'Wait', Seconds: 1, Next: 'Rest 4' },
    'Rest 4': { Type: 'Wait', Seconds: 1, Next: 'Each' },
    Each: {
      Type: 'Map',
      ItemsPath: '$.items',
      ItemProcessor: {
        StartAt: 'One',
        States: { One: { Type: 'Pass', Next: 'Two' }, Two: { Type: 'Pass', End: true } },
      },
      ResultPath: null,
      Next: 'Odd?',
    },
    'Odd?': {
      Type: 'Choice',
      Choices: [{ Variable: '$.odd', BooleanEquals: true, Next: 'Broken' }],
      Default: 'Done',
    },
    Broken: { Type: 'Fail', Error: 'Odd', Cause: 'odd executions fail' },
    Done: { Type: 'Succeed' },
  });
  browser = await launch();
});

afterAll(async () => browser?.close());

async function openLive(base: string, path: string): Promise<WatchedPage> {
  const watched = await signedInPage(browser, base, KEY);
  await watched.page.goto(path);
  await watched.page.locator('.topbar').getByText('Live', { exact: true }).waitFor();
  await settled(watched);
  await watched.page.evaluate(() => Object.assign(window, { wasNotReloaded: true }));
  return watched;
}

const row = (page: Page, key: string) => page.getByRole('row').filter({ hasText: key });
const lost = (page: Page) => page.getByText('Live updates lost at');

async function expectNoReload({ page, problems }: WatchedPage): Promise<void> {
  expect(await page.evaluate(() => 'wasNotReloaded' in window)).toBe(true);
  expect(problems).toEqual([]);
}

async function close(...all: WatchedPage[]): Promise<void> {
  for (const { page } of all) await page.context().close();
}

test('should show on open pages what callers of the API change', async () => {
  const empty = await openLive(SERVER, '/executions?flow=asks');
  const id = await start('asks', 'CLI-1');
  await row(empty.page, 'CLI-1').waitFor();
  const list = await openLive(SERVER, '/executions');
  const detail = await openLive(SERVER, `/executions/${id}`);
  const flow = await openLive(SERVER, '/flows/asks');
  await row(list.page, 'CLI-1').getByText('Waiting').waitFor();

  await start('asks', 'CLI-2');
  await list.page.getByText(/1 new since/).waitFor();
  expect(await row(list.page, 'CLI-2').count()).toBe(0);
  await list.page.keyboard.press('.');
  await row(list.page, 'CLI-2').waitFor();

  await send(id);
  await row(list.page, 'CLI-1').getByText('Succeeded').waitFor();
  await detail.page.locator('.status.badge').getByText('Succeeded').waitFor();
  await flow.page.getByLabel('Latest executions').getByText('Succeeded').waitFor();
  await api('PUT', '/api/flows/asks', {
    name: 'Asks again',
    definition: { StartAt: 'First', States: { First: { Type: 'Succeed' } } },
  });
  await flow.page.getByRole('heading', { name: 'Asks again' }).waitFor();

  for (const watched of [empty, list, detail, flow]) await expectNoReload(watched);
  await close(empty, list, detail, flow);
});

/** Counts the events of the feed, as the console reads it. */
async function countEvents(ending: AbortSignal): Promise<() => number> {
  const response = await fetch(`${SERVER}/api/events`, {
    headers: { Authorization: `Bearer ${KEY}`, Accept: 'text/event-stream' },
    signal: ending,
  });
  let count = 0;
  const read = async () => {
    const text = new TextDecoder();
    for await (const part of response.body ?? [])
      count += (text.decode(part as Uint8Array).match(/^event: ?fact/gm) ?? []).length;
  };
  read().catch(() => undefined);
  return () => count;
}

/** Does something with all, some at a time. */
async function inParts<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  for (let i = 0; i < all.length; i += AT_A_TIME)
    await Promise.all(all.slice(i, i + AT_A_TIME).map(work));
}

/** Returns the rows whose steps differ from what the server counts. */
async function differingSteps(page: Page): Promise<string[]> {
  const shown = await page
    .locator('.execution-row')
    .evaluateAll((all) =>
      all.map((one) => [
        one.querySelector('a')?.getAttribute('href')?.split('/').at(-1) ?? '',
        one.querySelector('.steps')?.textContent ?? '',
      ]),
    );
  const ids = shown.map(([id]) => id).join('&ids=');
  const { items } = await api<{
    items: { id: string; progress: { done: number; total: number } }[];
  }>('GET', `/api/flows/executions?ids=${ids}&progress=true&test=all&parent=any&limit=100`);
  const counted = new Map(items.map((one) => [one.id, one.progress]));
  return shown
    .filter(([id = '', text]) => text !== `${counted.get(id)?.done}/${counted.get(id)?.total}`)
    .map((row) => row.join(' '));
}

test('should show the same in rows and on pages, at bounded cost, after 1,000 events', async () => {
  const ending = new AbortController();
  const events = await countEvents(ending.signal);
  const ids = [await start('maps', 'M-first', { items: [1], odd: false })];
  const list = await openLive(SERVER, '/executions?flow=maps');
  const { page } = list;
  let requests = 0;
  let bytes = 0;
  page.on('response', (response) => {
    requests++;
    bytes += Number(response.headers()['content-length'] ?? 0);
  });

  await inParts([...Array(EXECUTIONS).keys()], async (i) => {
    ids.push(await start('maps', `M-${i}-`, { items: [1, 2, 3], odd: i % 2 === 1 }));
  });
  await page.getByText(/new since/).waitFor();
  await page.keyboard.press('.');
  await page
    .getByRole('row')
    .filter({ hasText: /M-1[5-9]/ })
    .first()
    .waitFor();
  await inParts(ids, send);
  await expect.poll(events, { timeout: 60_000 }).toBeGreaterThan(MIN_EVENTS);
  ending.abort();
  const unfinished = page.locator('.execution-row').filter({ hasNotText: /Succeeded|Failed/ });
  await expect.poll(() => unfinished.count(), { timeout: 60_000 }).toBe(0);
  // Steps are read a moment after the events that change them.
  await expect.poll(() => differingSteps(page), { timeout: 30_000 }).toEqual([]);
  await settled(list);
  expect(requests).toBeLessThan(MAX_REQUESTS);
  expect(bytes).toBeLessThan(MAX_BYTES);
  expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(MAX_NODES);

  const rows = await page.locator('.execution-row').evaluateAll((all) =>
    all.map((one) => ({
      id: one.querySelector('a')?.getAttribute('href')?.split('/').at(-1) ?? '',
      text: (one as HTMLElement).innerText.replaceAll('\n', ' '),
    })),
  );
  expect(rows.length).toBeGreaterThan(COMPARED);
  const detail = await openLive(SERVER, '/flows');
  for (const { id, text } of rows.slice(0, COMPARED)) {
    await detail.page.goto(`/executions/${id}`);
    await detail.page.locator('[role=treeitem][data-step]').first().waitFor();
    const head = detail.page.locator('.run-head');
    const status = await head.locator('.status.badge').innerText();
    const took = /after (.+?),/.exec(await head.innerText())?.[1] ?? 'no duration';
    const done = await detail.page.locator('[role=treeitem][data-status]').count();
    expect(text).toContain(status);
    expect(text).toContain(await head.locator('.tag').first().innerText());
    expect(text).toContain(took);
    expect(done, text).toBeGreaterThan(0);
  }
  await expectNoReload(list);
  await close(list, detail);
}, 120_000);

test('should recover from a lost stream without a reload and without a gap', async () => {
  const relay = await Relay.to(SERVER);
  const id = await start('asks', 'LOST-1');
  const list = await openLive(relay.address, '/executions');
  await row(list.page, 'LOST-1').getByText('Waiting').waitFor();

  relay.cut();
  await lost(list.page).waitFor();
  await list.page.getByText('Not live', { exact: true }).waitFor();
  await row(list.page, 'LOST-1').waitFor();
  await send(id);
  await start('asks', 'LOST-2');
  relay.mend();
  await list.page.getByRole('button', { name: 'Now', exact: true }).click();

  await lost(list.page).waitFor({ state: 'detached' });
  await row(list.page, 'LOST-1').getByText('Succeeded').waitFor();
  await list.page.getByText(/1 new since/).waitFor();
  await expectNoReload(list);
  await close(list);
  await relay.close();
});

test('should notice a stream that is open but silent', async () => {
  const relay = await Relay.to(SERVER);
  const list = await openLive(relay.address, '/executions');

  relay.stall();
  await lost(list.page).waitFor({ timeout: 40_000 });
  relay.cut();
  relay.mend();
  await list.page.locator('.topbar').getByText('Live', { exact: true }).waitFor();
  await expectNoReload(list);
  await close(list);
  await relay.close();
}, 90_000);

test('should stay live in a second tab after the first was closed', async () => {
  const id = await start('asks', 'TAB-1');
  const first = await openLive(SERVER, '/executions?flow=asks');
  const second = await first.page.context().newPage();
  await second.goto('/executions?flow=asks');
  await second.locator('.topbar').getByText('Live', { exact: true }).waitFor();
  await row(second, 'TAB-1').getByText('Waiting').waitFor();

  await expectNoReload(first);
  await first.page.close();
  await send(id);

  await row(second, 'TAB-1').getByText('Succeeded').waitFor();
  await second.locator('.topbar').getByText('Live', { exact: true }).waitFor();
  await second.context().close();
});

test.runIf(SECOND)('should show on one node what happens on another', async () => {
  const id = await start('asks', 'NODE-1');
  const first = await openLive(SERVER, '/executions');
  const second = await openLive(SECOND ?? '', '/executions');
  await row(second.page, 'NODE-1').getByText('Waiting').waitFor();

  // What is done in the console of one node.
  await second.page.goto(`/executions/${id}?act=pause`);
  await second.page.getByRole('textbox', { name: /^Reason/ }).fill('over there');
  await second.page.locator('[role=dialog] .btn.primary[aria-disabled=false]').waitFor();
  await second.page.keyboard.press('Control+Enter');
  await row(first.page, 'NODE-1').getByText('Paused').waitFor();
  // And what is done through the API of the other.
  await api('POST', `/api/flows/executions/${id}/resume`, {});
  await second.page.locator('.status.badge').getByText('Waiting').waitFor();

  await expectNoReload(first);
  await close(first, second);
});

test.runIf(SECOND)(
  'should go on after its node was killed',
  async () => {
    const relay = await Relay.to(SECOND ?? '');
    const id = await start('asks', 'KILL-1');
    const list = await openLive(relay.address, '/executions');
    await row(list.page, 'KILL-1').getByText('Waiting').waitFor();

    process.kill(SECOND_PID, 'SIGKILL');
    await lost(list.page).waitFor();
    await send(id);
    relay.mend(SERVER);

    await lost(list.page).waitFor({ state: 'detached', timeout: 40_000 });
    await row(list.page, 'KILL-1').getByText('Succeeded').waitFor({ timeout: 40_000 });
    await expectNoReload(list);
    await close(list);
    await relay.close();
  },
  120_000,
);
