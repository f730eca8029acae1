import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, setTheme, settled, signedInPage, type WatchedPage } from './browser';
import { layoutProblems } from './inspect';
import { fillTenant, PAGES, type Places } from './pages';
import { addSamples } from './samples';
import { SERVER } from './server';

/** Where the pictures go: never into the tree. */
const FOLDER = process.env['PAWL_PICTURES'] ?? join(tmpdir(), 'pawl-pictures');

let browser: Browser;
let watched: WatchedPage;
let places: Places;

beforeAll(async () => {
  await mkdir(FOLDER, { recursive: true });
  await addSamples();
  places = await fillTenant();
  browser = await launch();
  watched = await signedInPage(browser, SERVER);
});

afterAll(async () => browser?.close());

test.each(PAGES)('should have a picture in all widths: $name', async ({ name, url }) => {
  const { page } = watched;
  await page.goto(url(places));
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
    await settled(watched);
    for (const theme of ['light', 'dark']) {
      await setTheme(page, theme);
      await page.screenshot({ path: join(FOLDER, `${name}-${width}-${theme}.png`) });
    }
    expect(await layoutProblems(page), `${width} wide`).toEqual([]);
  }
  expect(watched.problems).toEqual([]);
});
