import { queryOptions } from '@tanstack/react-query';
import { ApiError, call } from './client';
import { executionPath } from './paths';
import { queryKeys } from './query-keys';
import type { Family, FamilyDetail, FamilyList } from './types';

export const familyPath = (id: string) => `/api/failures/${encodeURIComponent(id)}`;

/** Numbers of families by status; live, as the navigation shows the new ones on every page. */
export const failureCountsQuery = queryOptions({
  queryKey: queryKeys.failureCounts,
  retry: false,
  queryFn: async ({ signal }) =>
    (await call<FamilyList>('/api/failures', { query: { status: 'new', limit: 1 }, signal }))
      .counts,
});

/** A family with what its failures have in common, counted over a period such as `PT168H`. */
export const familyQuery = (id: string, since: string) =>
  queryOptions({
    queryKey: queryKeys.family(id, since),
    queryFn: ({ signal }) => call<FamilyDetail>(familyPath(id), { query: { since }, signal }),
  });

/** The family of a failed execution; null if it has none. */
export const familyOfQuery = (execution: string) =>
  queryOptions({
    queryKey: queryKeys.familyOf(execution),
    retry: false,
    queryFn: ({ signal }) =>
      call<Family>(`${executionPath(execution)}/family`, { signal }).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }),
  });
