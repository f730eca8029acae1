import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client';
import { queryKeys } from '../../api/query-keys';
import type {
  ApiKey,
  AuditEntry,
  AuditVerification,
  Job,
  LimitUsage,
  Listing,
  Node,
  Roles,
  TenantLimits,
} from '../../api/types';

const NODES_INTERVAL_MS = 5_000;
const JOBS_INTERVAL_MS = 2_000;
const DAY_MS = 86_400_000;

export interface AuditFilter {
  q?: string | undefined;
  who?: string | undefined;
  what?: string | undefined;
  since?: string | undefined;
}

const SINCE_DAYS: Readonly<Record<string, number>> = { today: 1, week: 7, month: 30 };
export const AUDIT_SINCE = Object.keys(SINCE_DAYS);

/** Returns the parameters of the API for a filter. */
export function auditQuery(filter: AuditFilter) {
  const days = SINCE_DAYS[filter.since ?? ''];
  return {
    target: filter.q,
    actor: filter.who,
    denied: filter.what === 'refused' ? true : filter.what === 'changes' ? false : undefined,
    from: days === undefined ? undefined : new Date(Date.now() - days * DAY_MS).toISOString(),
  };
}

export const auditEntries = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: queryKeys.audit(filter),
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      call<Listing<AuditEntry>>('/api/audit', {
        query: { ...auditQuery(filter), after: pageParam, limit: 100 },
        signal,
      }),
    getNextPageParam: (page) => page.next ?? undefined,
  });

export const verifyAudit = () => call<AuditVerification>('/api/audit/verify');

export const limitsQuery = queryOptions({
  queryKey: queryKeys.limits,
  queryFn: async ({ signal }) =>
    (await call<{ items: LimitUsage[] }>('/api/limits', { signal })).items,
  refetchInterval: NODES_INTERVAL_MS,
});

export const tenantLimitsQuery = (tenant: string) =>
  queryOptions({
    queryKey: [...queryKeys.limits, tenant],
    queryFn: ({ signal }) =>
      call<TenantLimits>(`/api/tenants/${encodeURIComponent(tenant)}/limits`, { signal }),
  });

export const keysQuery = queryOptions({
  queryKey: queryKeys.keys,
  queryFn: async ({ signal }) =>
    (await call<Listing<ApiKey>>('/api/keys', { query: { limit: 500 }, signal })).items,
});

export const rolesQuery = queryOptions({
  queryKey: ['roles'],
  queryFn: ({ signal }) => call<Roles>('/api/roles', { signal }),
  staleTime: Infinity,
});

export const nodesQuery = queryOptions({
  queryKey: ['nodes'],
  queryFn: async ({ signal }) =>
    (await call<Listing<Node>>('/api/nodes', { query: { limit: 200 }, signal })).items,
  refetchInterval: NODES_INTERVAL_MS,
});

export const jobsQuery = queryOptions({
  queryKey: queryKeys.jobs,
  queryFn: async ({ signal }) =>
    (await call<Listing<Job>>('/api/jobs', { query: { limit: 100 }, signal })).items,
  refetchInterval: (query) =>
    query.state.data?.some((job) => job.status === 'RUNNING') ? JOBS_INTERVAL_MS : false,
});
