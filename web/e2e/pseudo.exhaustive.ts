import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, settled, signedInPage, type WatchedPage } from './browser';
import { fillTenant, PAGES, type Places } from './pages';
import { SERVER } from './server';

/** Words that `Intl` writes, names of keys and units: they are the same in the pseudo language. */
const NOT_TRANSLATED =
  /^(pawl|ago|now|yesterday|today|tomorrow|in|min|hr|sec|hour|day|week|month|year|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|GMT|UTC|Ctrl|Enter|Esc|Shift|Home|End|json|yaml|null|true|false)s?$/i;

let browser: Browser;
let watched: WatchedPage;
let places: Places;
/** All words that the server sent: names, codes and values. */
const sent = new Set<string>();

beforeAll(async () => {
  places = await fillTenant();
  browser = await launch();
  watched = await signedInPage(browser, SERVER);
  const { page } = watched;
  await page.addInitScript(() =>
    localStorage.setItem('pawl.preferences', JSON.stringify({ language: 'pseudo' })),
  );
  page.on('response', async (response) => {
    if (!response.url().includes('/api/') || /\/events(\?|$)/.test(response.url())) return;
    const text = await response.text().catch(() => '');
    for (const word of text.match(/[A-Za-z]{3,}/g) ?? []) sent.add(word.toLowerCase());
  });
});

afterAll(async () => browser?.close());

interface Texts {
  texts: string[];
  cut: string[];
}

test.each(PAGES)('should have no hard-coded and no cut text: $name', async ({ url }) => {
  const { page } = watched;
  await page.goto(url(places));
  await settled(watched);

  const { texts, cut } = await page.evaluate(() => {
    const found: Texts = { texts: [], cut: [] };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode.textContent ?? '';
      const element = walker.currentNode.parentElement;
      if (!element || text.trim() === '' || element.getClientRects().length === 0) continue;
      if (element.closest('script, style, .json, .code-block, pre')) continue;
      if (!text.includes('[')) found.texts.push(text);
      const style = getComputedStyle(element);
      const isCut = style.overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1;
      const hasTitle = element.closest('[title]') !== null;
      if (text.includes('··]') && isCut && !hasTitle && element.clientWidth > 2)
        found.cut.push(`${element.className}: ${text}`);
    }
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [title]'))
      for (const name of ['aria-label', 'placeholder', 'title']) {
        const text = element.getAttribute(name);
        if (text && !text.includes('[')) found.texts.push(text);
      }
    return found;
  });
  const hardCoded = texts.filter((text) =>
    (text.match(/[A-Za-z]{3,}/g) ?? []).some(
      (word) => /[aeiou]/.test(word) && !NOT_TRANSLATED.test(word) && !sent.has(word.toLowerCase()),
    ),
  );
  expect([...new Set(hardCoded)]).toEqual([]);
  expect([...new Set(cut)]).toEqual([]);
});
