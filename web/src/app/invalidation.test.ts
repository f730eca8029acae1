import { QueryClient, QueryObserver, type Query } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { Invalidation } from './invalidation';

const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });

afterEach(() => cache.clear());

/** Shows a query that is answered by hand; counts its reads and the cancelled ones. */
function shown(queryKey: string[]) {
  const reads = { begun: 0, cancelled: 0, answer: async () => {} };
  const observer = new QueryObserver(cache, {
    queryKey,
    staleTime: Infinity,
    queryFn: ({ signal }) => {
      const read = ++reads.begun;
      signal.addEventListener('abort', () => reads.cancelled++);
      return new Promise<number>((resolve) => {
        reads.answer = async () => {
          resolve(read);
          await settled();
        };
      });
    },
  });
  const stop = observer.subscribe(() => {});
  return { reads, stop };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));
const all = () => true;
const none = () => false;
const of = (id: string) => (query: Query) => query.queryKey[1] === id;

test('should read slow queries of one execution once more, not in turns for ever', async () => {
  const one = shown(['execution', 'a']);
  const other = shown(['execution', 'a', 'steps']);
  await one.reads.answer();
  const invalidation = new Invalidation(cache);

  expect(invalidation.invalidate(of('a'))).toBe(true);
  expect(one.reads.begun).toBe(2);
  await other.reads.answer();
  expect(invalidation.invalidate(none)).toBe(false);
  expect(other.reads.begun).toBe(2);
  await one.reads.answer();
  expect(invalidation.invalidate(none)).toBe(false);
  await other.reads.answer();
  expect(invalidation.invalidate(none)).toBe(false);

  expect(one.reads.begun).toBe(2);
  expect(other.reads.begun).toBe(2);
  one.stop();
  other.stop();
});

test('should let a slow read come to its end under steady events', async () => {
  const { reads, stop } = shown(['flows']);
  await reads.answer();
  const invalidation = new Invalidation(cache);

  for (let i = 0; i < 5; i++) invalidation.invalidate(all);

  expect(reads.begun).toBe(2);
  expect(reads.cancelled).toBe(0);
  await reads.answer();
  expect(cache.getQueryData(['flows'])).toBe(2);
  invalidation.invalidate(none);
  expect(reads.begun).toBe(3);
  stop();
});

test('should leave queries alone that are not old', async () => {
  const { reads, stop } = shown(['execution', 'b']);
  await reads.answer();

  expect(new Invalidation(cache).invalidate(of('a'))).toBe(false);

  expect(reads.begun).toBe(1);
  stop();
});
