import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  launch,
  newPage,
  seriousProblems,
  setTheme,
  settled,
  signedInPage,
  type WatchedPage,
} from './browser';
import { disabledWithoutReason, focusProblems, layoutProblems } from './inspect';
import { fillTenant, PAGES, type Places } from './pages';
import { api, SERVER } from './server';

const IS_EXHAUSTIVE = process.env['PAWL_TEST_EXHAUSTIVE'] !== undefined;
const THEMES = IS_EXHAUSTIVE ? ['light', 'dark', 'contrast'] : ['light'];
const WIDTHS = IS_EXHAUSTIVE ? [1024, 390, 1440] : [390, 1440];

/** What holds for every page; a new page is added to the list in `pages.ts`. */
let browser: Browser;
let places: Places;

beforeAll(async () => {
  places = await fillTenant();
  browser = await launch();
});

afterAll(async () => browser?.close());

describe('for an administrator', () => {
  let watched: WatchedPage;
  beforeAll(async () => {
    watched = await signedInPage(browser, SERVER);
  });

  test.each(PAGES)('should be accessible and fit: $name', async ({ url }) => {
    const { page } = watched;
    await page.goto(url(places));
    await settled(watched);

    for (const theme of THEMES) {
      await setTheme(page, theme);
      expect(await seriousProblems(page), theme).toEqual([]);
    }
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await settled(watched);
      expect(await layoutProblems(page), `${width} wide`).toEqual([]);
    }
    expect(watched.problems).toEqual([]);
  });

  test.runIf(IS_EXHAUSTIVE).each(PAGES)(
    'should show where the focus is, and let it go: $name',
    async ({ url }) => {
      const { page } = watched;
      await page.goto(url(places));
      await settled(watched);

      expect(await focusProblems(page)).toEqual([]);
    },
  );
});

describe('for a viewer', () => {
  let watched: WatchedPage;
  beforeAll(async () => {
    const { key } = await api<{ key: string }>('POST', '/api/keys', {
      name: 'clerk-1',
      roles: ['viewer'],
    });
    watched = await signedInPage(browser, SERVER, key);
  });

  test.each(PAGES)('should say why controls are disabled: $name', async ({ url }) => {
    const { page } = watched;
    await page.goto(url(places));
    await settled(watched);

    expect(await disabledWithoutReason(page)).toEqual([]);
    expect(watched.problems).toEqual([]);
  });
});

test('should show the sign-in accessibly and without a foreign request', async () => {
  const watched = await newPage(browser, SERVER);
  await watched.page.goto('/flows');
  await watched.page.getByRole('heading', { name: 'Sign in' }).waitFor();

  expect(await layoutProblems(watched.page)).toEqual([]);
  expect(await focusProblems(watched.page)).toEqual([]);
  expect(watched.problems).toEqual([]);
});
