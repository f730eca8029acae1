import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { ApiError, call } from '../../api/client';
import { queryKeys } from '../../api/query-keys';
import type {
  Binding,
  Breaker,
  Connection,
  Flow,
  FlowTrigger,
  Listing,
  Rejected,
  SecretName,
  Triggered,
  Webhook,
} from '../../api/types';

const PAGE = 200;
const REJECTED_PAGE = 50;
const STARTS_INTERVAL_MS = 15_000;

const pages = {
  initialPageParam: '',
  getNextPageParam: (page: Listing<unknown>) => page.next ?? undefined,
};

export const bindingsQuery = infiniteQueryOptions({
  ...pages,
  queryKey: queryKeys.bindings,
  queryFn: ({ pageParam, signal }) =>
    call<Listing<Binding>>('/api/bindings', {
      query: { starts: true, after: pageParam, limit: PAGE },
      signal,
    }),
});

export const webhooksQuery = infiniteQueryOptions({
  ...pages,
  queryKey: queryKeys.webhooks,
  queryFn: ({ pageParam, signal }) =>
    call<Listing<Webhook>>('/api/webhooks', {
      query: { starts: true, after: pageParam, limit: PAGE },
      signal,
    }),
});

export const connectionsQuery = infiniteQueryOptions({
  ...pages,
  queryKey: queryKeys.connections,
  queryFn: ({ pageParam, signal }) =>
    call<Listing<Connection>>('/api/connections', {
      query: { after: pageParam, limit: PAGE },
      signal,
    }),
});

export interface RejectedFilter {
  flow?: string | undefined;
  reason?: string | undefined;
}

export const rejectedQuery = (filter: RejectedFilter) =>
  infiniteQueryOptions({
    ...pages,
    queryKey: queryKeys.rejected(filter),
    queryFn: ({ pageParam, signal }) =>
      call<Listing<Rejected>>('/api/rejected', {
        query: { ...filter, after: pageParam, limit: REJECTED_PAGE },
        signal,
      }),
  });

/** Counts of starts have no event of their own; they are read again while a list is shown. */
export const countsAgain = { refetchInterval: STARTS_INTERVAL_MS } as const;

export const breakersQuery = queryOptions({
  queryKey: queryKeys.breakers,
  queryFn: async ({ signal }) =>
    (await call<Listing<Breaker>>('/api/breakers', { query: { limit: 1_000 }, signal })).items,
});

/** The flows that can be chosen, and the names of those that triggers start. */
export const flowsQuery = queryOptions({
  queryKey: queryKeys.triggerFlows,
  queryFn: async ({ signal }) =>
    (await call<Listing<Flow>>('/api/flows', { query: { limit: 500 }, signal })).items,
  staleTime: 60_000,
});

/** How a flow starts; null if nothing has been set. */
export const triggerQuery = (flow: string) =>
  queryOptions({
    queryKey: queryKeys.triggerOf(flow),
    queryFn: ({ signal }) =>
      call<FlowTrigger>(triggerPath(flow), { signal }).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }),
    enabled: flow !== '',
  });

export const triggerPath = (flow: string) => `/api/flows/${encodeURIComponent(flow)}/trigger`;

export const startsQuery = (flow: string) =>
  queryOptions({
    queryKey: queryKeys.triggerStarts(flow),
    queryFn: async ({ signal }) =>
      (
        await call<Listing<Triggered>>(`${triggerPath(flow)}/starts`, {
          query: { limit: 100 },
          signal,
        })
      ).items,
    ...countsAgain,
  });

export const secretsQuery = queryOptions({
  queryKey: queryKeys.secrets,
  queryFn: async ({ signal }) =>
    (await call<Listing<SecretName>>('/api/secrets', { query: { limit: 500 }, signal })).items,
});
