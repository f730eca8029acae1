import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { familyPath } from '../../api/failures';
import { call } from '../../api/client';
import { queryKeys } from '../../api/query-keys';
import type {
  Family,
  FamilyList,
  Flow,
  FlowVersion,
  Job,
  Listing,
  MatchCount,
} from '../../api/types';
import type { FamilyAction } from '../../model/failures/family';

export const FIRST_ROWS = 50;
export const MORE_ROWS = 150;
/** The most that one request returns; further ones are found by filters. */
export const MAX_ROWS = 200;

/** The conditions of the list, as the API takes them. */
export interface FamilyFilter {
  status: string;
  flow?: string | undefined;
  version?: string | undefined;
  since: string;
  search?: string | undefined;
}

export const familiesQuery = (filter: FamilyFilter, limit: number) =>
  queryOptions({
    queryKey: queryKeys.failures({ ...filter, limit }),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call<FamilyList>('/api/failures', { query: { ...filter, limit }, signal }),
  });

/** The flows that the list can be limited to. */
export const flowsQuery = queryOptions({
  queryKey: queryKeys.flowNames,
  staleTime: 60_000,
  retry: false,
  queryFn: async ({ signal }) =>
    (await call<Listing<Flow>>('/api/flows', { query: { sort: 'NAME', limit: 500 }, signal }))
      .items,
});

export const versionsQuery = (flow: string) =>
  queryOptions({
    queryKey: queryKeys.versions(flow),
    retry: false,
    queryFn: async ({ signal }) =>
      call<Listing<FlowVersion>>(`/api/flows/${encodeURIComponent(flow)}/versions`, {
        query: { limit: 100 },
        signal,
      }),
  });

/** What a person says with an action. */
export interface Care {
  note?: string;
  assignee?: string | null;
}

export const changeFamily = (id: string, action: FamilyAction, care: Care) =>
  call<Family>(`${familyPath(id)}/${action}`, { method: 'POST', body: care });

const BULK = '/api/flows/executions/bulk';

export const countRetry = (request: object, signal: AbortSignal) =>
  call<MatchCount>(BULK, { method: 'POST', body: { ...request, dryRun: true }, signal });

export const startRetry = (request: object) => call<Job>(BULK, { method: 'POST', body: request });
