import { keepPreviousData, useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../api/client';
import { queryKeys } from '../../api/query-keys';
import type {
  Flow,
  FlowActivity,
  FlowBulkAction,
  FlowBulkResult,
  FlowDependents,
  FlowSummary,
  ImportResult,
  Listing,
} from '../../api/types';
import { joinBundles, type FlowBundle } from '../../model/flow/bundle';

const PAGE = 50;
/** What flows did is counted anew at most this often, however many executions start and end. */
const ACTIVITY_MS = 10_000;

/** The filters of the list as the API takes them. */
export interface FlowFilter {
  search?: string | undefined;
  status?: string | undefined;
  type?: string | undefined;
  category?: string | undefined;
  priority?: string | undefined;
  tag?: string | undefined;
  sort?: string | undefined;
}

export const flowPath = (code: string) => `/api/flows/${encodeURIComponent(code)}`;

export function useFlows(filter: FlowFilter) {
  return useInfiniteQuery({
    queryKey: queryKeys.flows(filter),
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      call<Listing<Flow>>('/api/flows', {
        query: { ...filter, sort: filter.sort ?? 'NAME', after: pageParam, limit: PAGE },
        signal,
      }),
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
  });
}

/** Returns what the flows did, page by page of the list. */
export function useActivity(pages: readonly Listing<Flow>[]): ReadonlyMap<string, FlowActivity> {
  const queries = useQueries({
    queries: pages
      .map((page) => page.items.map((flow) => flow.code))
      .filter((codes) => codes.length > 0)
      .map((codes) => ({
        queryKey: queryKeys.flowActivity(codes),
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          call<Listing<FlowActivity>>('/api/flows/activity', { query: { flow: codes }, signal }),
        refetchInterval: ACTIVITY_MS,
        placeholderData: keepPreviousData,
      })),
    combine: (results) => results.flatMap((result) => result.data?.items ?? []),
  });
  return useMemo(() => new Map(queries.map((one) => [one.flow, one])), [queries]);
}

export function useSummary() {
  return useQuery({
    queryKey: queryKeys.flowSummary,
    queryFn: ({ signal }) => call<FlowSummary>('/api/flows/summary', { signal }),
  });
}

/** Applies an action to flows, or only reports what it would do. */
export const changeFlows = (
  action: FlowBulkAction,
  flows: readonly string[],
  tags: readonly string[],
  dryRun: boolean,
) =>
  call<FlowBulkResult>('/api/flows/bulk', {
    method: 'POST',
    query: { dryRun },
    body: { action, flows, ...(tags.length > 0 ? { tags } : {}) },
  });

export const readDependents = (code: string, signal: AbortSignal) =>
  call<FlowDependents>(`${flowPath(code)}/dependents`, { signal });

export const importFlows = (bundle: FlowBundle, dryRun: boolean) =>
  call<ImportResult>('/api/import', { method: 'POST', query: { dryRun }, body: bundle });

/** Returns the exports of some flows as one bundle. */
export async function exportFlows(codes: readonly string[]): Promise<FlowBundle> {
  const bundles: FlowBundle[] = [];
  for (const code of codes) bundles.push(await call<FlowBundle>(`${flowPath(code)}/export`));
  return joinBundles(bundles);
}
