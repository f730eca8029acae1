import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { childrenQuery, stepsQuery } from './queries';

afterEach(() => vi.unstubAllGlobals());

/** Answers as an execution with a number of pages of 1,000 steps each. */
function answerPages(pages: number) {
  let read = 0;
  vi.stubGlobal('fetch', () => {
    read++;
    const items = Array.from({ length: 1_000 }, (_, i) => ({ step: `${read}-${i}` }));
    return Promise.resolve(Response.json({ items, next: read < pages ? String(read) : null }));
  });
}

test('should say that an export does not have all steps', async () => {
  answerPages(6);
  const { steps, isCut } = await new QueryClient().fetchQuery(stepsQuery('e1'));

  expect([steps.length, isCut]).toEqual([5_000, true]);
});

test('should not call an export cut that ends at the limit', async () => {
  answerPages(5);
  const { steps, isCut } = await new QueryClient().fetchQuery(stepsQuery('e1'));

  expect([steps.length, isCut]).toEqual([5_000, false]);
});

test('should read the items of a Map again only until the execution ends', () => {
  expect(childrenQuery('e1', false).refetchInterval).toBeGreaterThan(0);
  expect(childrenQuery('e1', true).refetchInterval).toBe(false);
});
