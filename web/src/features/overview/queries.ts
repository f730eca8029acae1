import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client';
import { queryKeys } from '../../api/query-keys';
import type {
  Breaker,
  FamilyList,
  FlowSummary,
  Listing,
  Node,
  PeriodStats,
  Rejected,
  StateStats,
  Work,
} from '../../api/types';
import { PERIOD_REFRESH_MS, type Period } from '../../model/overview/period';

const DAY_MS = 86_400_000;
const STATES_MS = 30_000;
const SLOW_MS = 15_000;
const NODES_MS = 5_000;
const MAX_REJECTED = 100;

export const statsQuery = (period: Period) =>
  queryOptions({
    queryKey: queryKeys.stats(period),
    queryFn: ({ signal }) => call<PeriodStats>('/api/stats', { query: { window: period }, signal }),
    refetchInterval: PERIOD_REFRESH_MS[period],
    placeholderData: keepPreviousData,
  });

export const statesQuery = (period: Period) =>
  queryOptions({
    queryKey: queryKeys.stateStats(period),
    queryFn: ({ signal }) =>
      call<StateStats>('/api/stats/states', { query: { window: period }, signal }),
    refetchInterval: STATES_MS,
    placeholderData: keepPreviousData,
  });

/** What executes and waits now; the page reads it again after events, at most once a second. */
export const workQuery = queryOptions({
  queryKey: queryKeys.work,
  queryFn: ({ signal }) => call<Work>('/api/stats/now', { signal }),
  refetchInterval: SLOW_MS,
});

export const nodesQuery = queryOptions({
  queryKey: queryKeys.nodes,
  queryFn: async ({ signal }) =>
    (await call<Listing<Node>>('/api/nodes', { query: { limit: 200 }, signal })).items,
  refetchInterval: NODES_MS,
});

export const breakersQuery = queryOptions({
  queryKey: queryKeys.breakers,
  queryFn: async ({ signal }) =>
    (await call<Listing<Breaker>>('/api/breakers', { query: { limit: 1_000 }, signal })).items,
  refetchInterval: SLOW_MS,
});

/** The events that were rejected in the last 24 hours. */
export const rejectedQuery = queryOptions({
  queryKey: [...queryKeys.rejected(), 'recent'],
  queryFn: async ({ signal }) => {
    const page = await call<Listing<Rejected>>('/api/rejected', {
      query: { limit: MAX_REJECTED },
      signal,
    });
    const since = Date.now() - DAY_MS;
    const recent = page.items.filter((one) => Date.parse(one.at) >= since);
    return {
      items: recent,
      isMore: recent.length === page.items.length && typeof page.next === 'string',
    };
  },
  refetchInterval: SLOW_MS,
});

const SINCE: Readonly<Record<Period, string>> = { '1h': 'PT1H', '24h': 'PT24H', '7d': 'PT168H' };
const MAX_FAMILIES = 5;

/** The failure families that nobody has looked at, the largest first. */
export const newFamiliesQuery = (period: Period) =>
  queryOptions({
    queryKey: queryKeys.failures({ status: 'new', period }),
    queryFn: ({ signal }) =>
      call<FamilyList>('/api/failures', {
        query: { status: 'new', since: SINCE[period], limit: MAX_FAMILIES },
        signal,
      }),
    refetchInterval: SLOW_MS,
    placeholderData: keepPreviousData,
  });

export const summaryQuery = queryOptions({
  queryKey: queryKeys.flowSummary,
  queryFn: ({ signal }) => call<FlowSummary>('/api/flows/summary', { signal }),
});
