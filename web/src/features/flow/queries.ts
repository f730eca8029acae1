import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { ApiError, call } from '../../api/client';
import { queryKeys } from '../../api/query-keys';
import type {
  AuditEntry,
  Binding,
  Execution,
  Flow,
  FlowDependents,
  FlowStats,
  FlowTrigger,
  FlowVersion,
  Listing,
} from '../../api/types';

const LATEST = 8;
const STATS_MS = 15_000;
const LATEST_MS = 5_000;

export const flowPath = (code: string) => `/api/flows/${encodeURIComponent(code)}`;

export const flowQuery = (code: string) =>
  queryOptions({
    queryKey: queryKeys.flow(code),
    queryFn: ({ signal }) => call<Flow>(flowPath(code), { signal }),
  });

export const versionQuery = (code: string, version: number | null) =>
  queryOptions({
    queryKey: queryKeys.version(code, version ?? 0),
    queryFn: ({ signal }) => call<FlowVersion>(`${flowPath(code)}/versions/${version}`, { signal }),
    enabled: version !== null,
    staleTime: Infinity,
  });

export const versionsQuery = (code: string) =>
  queryOptions({
    queryKey: queryKeys.versions(code),
    queryFn: ({ signal }) =>
      call<Listing<FlowVersion>>(`${flowPath(code)}/versions`, { query: { limit: 100 }, signal }),
  });

export const statsQuery = (code: string, version: number | null) =>
  queryOptions({
    queryKey: queryKeys.flowStats(code, version),
    queryFn: ({ signal }) =>
      call<FlowStats>(`${flowPath(code)}/version-runs`, { query: { version }, signal }),
    refetchInterval: STATS_MS,
  });

export const dependentsQuery = (code: string) =>
  queryOptions({
    queryKey: queryKeys.dependents(code),
    queryFn: ({ signal }) => call<FlowDependents>(`${flowPath(code)}/dependents`, { signal }),
    refetchInterval: STATS_MS,
  });

export const latestQuery = (code: string) =>
  queryOptions({
    queryKey: ['flow', code, 'latest'],
    queryFn: ({ signal }) =>
      call<Listing<Execution>>('/api/flows/executions', {
        query: { flow: code, limit: LATEST },
        signal,
      }),
    refetchInterval: LATEST_MS,
  });

/** How a flow starts; null if nothing says so. */
export const triggerQuery = (code: string) =>
  queryOptions({
    queryKey: ['flow', code, 'trigger'],
    queryFn: ({ signal }) =>
      call<FlowTrigger>(`${flowPath(code)}/trigger`, { signal }).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }),
  });

export const bindingsQuery = (code: string) =>
  queryOptions({
    queryKey: ['flow', code, 'bindings'],
    queryFn: ({ signal }) =>
      call<Listing<Binding>>('/api/bindings', { query: { flow: code, limit: 100 }, signal }),
  });

export const auditQuery = (code: string, filter: object) =>
  infiniteQueryOptions({
    queryKey: ['flow', code, 'audit', filter],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      call<Listing<AuditEntry>>('/api/audit', {
        query: { flow: code, ...filter, after: pageParam, limit: 50 },
        signal,
      }),
    getNextPageParam: (page) => page.next ?? undefined,
  });
