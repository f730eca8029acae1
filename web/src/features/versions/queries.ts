import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client';
import { queryKeys } from '../../api/query-keys';
import type {
  Flow,
  FlowDependents,
  FlowDiff,
  FlowStats,
  FlowVersion,
  Listing,
} from '../../api/types';

/** The name of the draft among the versions. */
export const DRAFT = 'draft';

export const flowPath = (code: string) => `/api/flows/${encodeURIComponent(code)}`;

export const flowQuery = (code: string) =>
  queryOptions({
    queryKey: queryKeys.flow(code),
    queryFn: ({ signal }) => call<Flow>(flowPath(code), { signal }),
  });

export const versionsQuery = (code: string) =>
  queryOptions({
    queryKey: queryKeys.versions(code),
    queryFn: ({ signal }) =>
      call<Listing<FlowVersion>>(`${flowPath(code)}/versions`, { query: { limit: 100 }, signal }),
  });

export const diffQuery = (code: string, from: string, to: string, revision: number) =>
  queryOptions({
    queryKey: [...queryKeys.diff(code, from, to), revision],
    queryFn: ({ signal }) =>
      call<FlowDiff>(`${flowPath(code)}/diff`, { query: { from, to }, signal }),
    enabled: from !== to,
  });

export const statsQuery = (code: string) =>
  queryOptions({
    queryKey: queryKeys.flowStats(code, null),
    queryFn: ({ signal }) => call<FlowStats>(`${flowPath(code)}/version-runs`, { signal }),
    refetchInterval: 30_000,
  });

export const dependentsQuery = (code: string) =>
  queryOptions({
    queryKey: queryKeys.dependents(code),
    queryFn: ({ signal }) => call<FlowDependents>(`${flowPath(code)}/dependents`, { signal }),
  });

export const versionQuery = (code: string, number: number) =>
  queryOptions({
    queryKey: queryKeys.version(code, number),
    queryFn: ({ signal }) => call<FlowVersion>(`${flowPath(code)}/versions/${number}`, { signal }),
    enabled: number > 0,
    staleTime: Infinity,
  });
