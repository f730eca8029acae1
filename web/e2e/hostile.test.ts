import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, settled, signedInPage, type WatchedPage } from './browser';
import { directionProblems, layoutProblems } from './inspect';
import { fillTenant, PAGES, type Places } from './pages';
import { SERVER } from './server';

const WIDTHS = process.env['PAWL_TEST_EXHAUSTIVE'] === undefined ? [1440] : [1440, 390];

/** Markup, the end of a script, a change of direction, characters without width, no place to break. */
const HOSTILE = '<img src=x onerror="hacked=1"></script><b>\u202Egpj.exe\u200B\u200D\uFEFF';
const name = (length: number) => HOSTILE.padEnd(length, 'W');

let browser: Browser;
let watched: WatchedPage;
let places: Places;

beforeAll(async () => {
  places = await fillTenant({
    flow: name(200),
    otherFlow: `\u202E${name(199)}`,
    state: name(80),
    key: name(200),
    label: name(200),
    // Names of keys may not have characters that change the direction.
    apiKey: '<img src=x onerror="hacked=1"></script>'.padEnd(200, 'W'),
    tag: 'w'.repeat(50),
    error: name(200),
    cause: name(10_000),
    note: name(1_000),
    reason: name(1_000),
  });
  browser = await launch();
  watched = await signedInPage(browser, SERVER);
});

afterAll(async () => browser?.close());

test.each(PAGES)('should show hostile names as text: $name', async ({ url }) => {
  const { page } = watched;
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(url(places));
    await settled(watched);

    expect(await layoutProblems(page), `${width} wide`).toEqual([]);
    expect(await directionProblems(page), `${width} wide`).toEqual([]);
  }
  expect(
    await page.evaluate(() => [
      'hacked' in window,
      document.querySelector('img[src="x"]') !== null,
      document.title.length < 1_000,
    ]),
  ).toEqual([false, false, true]);
  expect(watched.problems).toEqual([]);
});

test.each(['/executions', '/flows', '/triggers/bindings', '/settings/access'])(
  'should show the whole name and not what it pretends to be: %s',
  async (path) => {
    const { page } = watched;
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(path);

    await page.getByText('<img src=x onerror="hacked=1"></script>').first().waitFor();
  },
);

test('should show cause and next action of a failure on the first screen all the same', async () => {
  const { page } = watched;
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/executions/${places.failed}`);

  await page.getByRole('alert').getByText('<img src=x onerror="hacked=1">').first().waitFor();
  const retry = page.getByRole('button', { name: /^Retry from/ }).first();
  await retry.waitFor();
  const box = await retry.boundingBox();
  expect(box && box.x >= 0 && box.x + box.width <= 1440 && box.y + box.height <= 900).toBe(true);
});
