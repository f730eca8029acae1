import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, newPage, settled, signedInPage, type WatchedPage } from './browser';
import { fillTenant, PAGES, type Places } from './pages';
import { api, KEY, SERVER } from './server';
import { runTravelFlow } from './time-travel.samples';

/** A time after everything that the tests do, so that nothing on a page depends on the clock. */
const NOW = new Date(Date.now() + 3_600_000);
/**
 * The outline of one row: the cursor of a list is where one left it, and curves differ by a few. The
 * texts are compared exactly.
 */
const MAX_DIFFERENT_PIXELS = 2 * 2 * 1440;

let browser: Browser;
let watched: WatchedPage;
let places: Places;
let travel: string;

/** Opens a page of a browser that has nothing but the session: another sign-in would be audited. */
async function openFresh(): Promise<WatchedPage> {
  const opened = await newPage(browser, SERVER);
  await opened.page.context().addCookies(await watched.page.context().cookies());
  await opened.page.clock.setFixedTime(NOW);
  return opened;
}

beforeAll(async () => {
  places = await fillTenant();
  travel = await runTravelFlow();
  browser = await launch();
  watched = await signedInPage(browser, SERVER, KEY);
  await watched.page.clock.setFixedTime(NOW);
});

afterAll(async () => browser?.close());

/** Takes what differs by how one got here: where the pointer and the focus are. */
async function rest({ page }: WatchedPage): Promise<void> {
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.querySelector<HTMLElement>(':focus')?.blur());
}

async function differentPixels(page: Page, one: Buffer, other: Buffer): Promise<number> {
  return page.evaluate(
    async ([a, b]) => {
      const pixels = async (base64: string) => {
        const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
        const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
        const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
        context?.drawImage(image, 0, 0);
        return context?.getImageData(0, 0, image.width, image.height).data ?? [];
      };
      const [first, second] = [await pixels(a), await pixels(b)];
      let count = first.length === second.length ? 0 : Infinity;
      for (let i = 0; i < first.length; i += 4)
        if (
          Math.abs((first[i] ?? 0) - (second[i] ?? 0)) +
            Math.abs((first[i + 1] ?? 0) - (second[i + 1] ?? 0)) +
            Math.abs((first[i + 2] ?? 0) - (second[i + 2] ?? 0)) >
          24
        )
          count++;
      return count;
    },
    [one.toString('base64'), other.toString('base64')] as const,
  );
}

/** Opens the URL of the page in a browser that has seen nothing yet, and compares both. */
async function expectSameInFreshBrowser(): Promise<void> {
  const { page } = watched;
  await settled(watched);
  await rest(watched);
  const fresh = await openFresh();
  try {
    await fresh.page.goto(page.url());
    await settled(fresh);
    await rest(fresh);

    // Parts that are loaded on demand may come later in one of the two.
    const text = (one: Page) => one.locator('body').ariaSnapshot();
    await expect
      .poll(async () => (await text(fresh.page)) === (await text(page)), { timeout: 20_000 })
      .toBe(true);
    const difference = async () =>
      differentPixels(page, await page.screenshot(), await fresh.page.screenshot());
    await expect.poll(difference, { timeout: 20_000 }).toBeLessThan(MAX_DIFFERENT_PIXELS);
    expect(fresh.page.url()).toBe(page.url());
  } finally {
    await fresh.page.context().close();
  }
}

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text }).first();

/** What a user does on a page; the URL must say it all. */
const VIEWS: readonly [string, () => Promise<string>, (page: Page) => Promise<unknown>][] = [
  [
    'filters and order of executions',
    async () => '/executions',
    async (page) => {
      await page.getByRole('combobox', { name: /Search/ }).fill('status:failed label:client=ACME');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Took' }).click();
      await page.waitForURL(/sort=/);
    },
  ],
  [
    'a peeked execution',
    async () => '/executions',
    async (page) => {
      await row(page, 'Card.Declined').hover();
      await row(page, 'Card.Declined')
        .getByRole('button', { name: /^Show .* beside the list/ })
        .click();
      await page.waitForURL(/peek=/);
    },
  ],
  [
    'a step and a tab of its detail',
    async () => `/executions/${places.failed}`,
    async (page) => {
      await page.locator('[role=treeitem]').filter({ hasText: 'Accept?' }).first().click();
      await page.getByRole('tab', { name: 'Output' }).click();
      await page.waitForURL(/tab=output/);
    },
  ],
  [
    'a moment of an execution',
    async () => `/executions/${travel}`,
    async (page) => {
      for (let i = 0; i < 3; i++) await page.keyboard.press(',');
      await page.waitForURL(/at=/);
    },
  ],
  [
    'the critical path',
    async () => `/executions/${travel}`,
    async (page) => {
      await page.getByRole('button', { name: 'Critical path' }).click();
      await page.waitForURL(/critical=/);
    },
  ],
  [
    'a nested canvas',
    async () => {
      const { items } = await api<{ items: { step: string; state: string }[] }>(
        'GET',
        `/api/flows/executions/${travel}/steps`,
      );
      const fork = items.find((one) => one.state === 'Prepare')?.step ?? '';
      return `/executions/${travel}?in=${encodeURIComponent(fork)}`;
    },
    async () => undefined,
  ],
  [
    'a compared pair',
    async () => `/executions/${places.failed}`,
    async (page) => {
      await page.getByRole('button', { name: 'Compare' }).click();
      await page.waitForURL(/with=/);
    },
  ],
  [
    'filters of flows',
    async () => '/flows',
    async (page) => {
      await page.getByLabel('Name or code').fill('order');
      await page.waitForURL(/search=order/);
    },
  ],
  [
    'the heat of a flow',
    async () => `/flows/${places.flow}`,
    async (page) => {
      await page.getByLabel('Colour').selectOption('p95');
      await page.waitForURL(/heat=p95/);
    },
  ],
  [
    'compared versions',
    async () => `/flows/${places.flow}/versions?from=2&to=1`,
    async () => undefined,
  ],
  [
    'a binding beside the list',
    async () => '/triggers/bindings',
    async (page) => {
      await page.locator('tr.row .row-open').first().click();
      await page.waitForURL(/show=/);
    },
  ],
  [
    'filters of the audit',
    async () => '/settings/audit',
    async (page) => {
      await page.getByLabel('Anyone').fill('first');
      await page.waitForURL(/who=first/);
    },
  ],
];

test.each(VIEWS)('should have a URL for %s', async (_, start, act) => {
  const { page } = watched;
  await page.evaluate(() => sessionStorage.removeItem('pawl.debugTabs')).catch(() => undefined);
  await page.goto(await start());
  await settled(watched);
  await act(page);
  await expectSameInFreshBrowser();
});

test.each(PAGES)('should open the same in a fresh browser: $name', async ({ url }) => {
  // Opened executions are tabs of a window, which another window does not have.
  await watched.page
    .evaluate(() => sessionStorage.removeItem('pawl.debugTabs'))
    .catch(() => undefined);
  await watched.page.goto(url(places));
  await expectSameInFreshBrowser();
  expect(watched.problems).toEqual([]);
});
