// @vitest-environment jsdom
import { QueryClient, QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { createElement, useEffect, type ReactNode } from 'react';
import { expect, test } from 'vitest';
import { readMore } from './more';

test('should read a failed page again only when asked to', async () => {
  const asked: number[] = [];
  let isBroken = true;
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(QueryClientProvider, { client, children });
  const { result, rerender } = renderHook(
    () => {
      const list = useInfiniteQuery({
        queryKey: ['rows'],
        initialPageParam: 0,
        queryFn: ({ pageParam }) => {
          asked.push(pageParam);
          if (pageParam === 1 && isBroken) throw new Error('no answer');
          return Promise.resolve(pageParam);
        },
        getNextPageParam: (page) => (page < 2 ? page + 1 : undefined),
      });
      useEffect(() => readMore(list));
      return list;
    },
    { wrapper },
  );
  await waitFor(() => expect(result.current.isFetchNextPageError).toBe(true));
  rerender();
  rerender();

  expect(asked).toEqual([0, 1]);

  isBroken = false;
  await act(() => result.current.fetchNextPage());
  await waitFor(() => expect(result.current.data?.pages).toEqual([0, 1, 2]));
});
