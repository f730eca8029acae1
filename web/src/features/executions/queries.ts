import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client';
import { latestEvents } from '../../api/latest-events';
import { queryKeys } from '../../api/query-keys';
import type { Execution, Histogram, Listing, SavedView } from '../../api/types';
import { type ExecutionFilter } from '../../model/executions/filter';
import { queryOf, type Order } from '../../model/executions/query';

export const PAGE_SIZE = 100;
/** Pages that are out of sight are dropped after this time and read again when needed. */
const EVICT_MS = 5_000;

/** One page; its rows are brought up to date with events that arrived before the response. */
export const pageQuery = (filter: ExecutionFilter, order: Order, after: string, readAt: number) =>
  queryOptions({
    queryKey: queryKeys.executionPage(filter, order, readAt, after),
    gcTime: EVICT_MS,
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const page = await call<Listing<Execution>>('/api/flows/executions', {
        signal,
        query: {
          ...queryOf(filter, readAt),
          sort: order.field,
          order: order.ascending ? 'asc' : 'desc',
          progress: true,
          after,
          limit: PAGE_SIZE,
        },
      });
      return { ...page, items: latestEvents.update(page.items) };
    },
  });

export const histogramQuery = (filter: ExecutionFilter, readAt: number) =>
  queryOptions({
    queryKey: queryKeys.histogram(filter, readAt),
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: ({ signal }) =>
      call<Histogram>('/api/flows/executions/histogram', {
        signal,
        query: { ...queryOf(filter, readAt), buckets: 96 },
      }),
  });

export const viewsQuery = queryOptions({
  queryKey: queryKeys.views('executions'),
  retry: false,
  queryFn: ({ signal }) =>
    call<Listing<SavedView>>('/api/views', { signal, query: { page: 'executions' } }),
});

export const preferencesQuery = queryOptions({
  queryKey: queryKeys.preferences,
  retry: false,
  staleTime: 60_000,
  queryFn: ({ signal }) =>
    call<{ preferences: Record<string, unknown> }>('/api/preferences', { signal }),
});
