import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../api/client';
import { queryKeys } from '../../api/query-keys';
import type { Execution, Listing } from '../../api/types';

const PAGE_SIZE = 100;
const SINCE_MS: Readonly<Record<string, number>> = {
  '1h': 3_600_000,
  '24h': 86_400_000,
  '7d': 604_800_000,
  '30d': 2_592_000_000,
};
export const SINCE = Object.keys(SINCE_MS);

export interface ExecutionFilter {
  flow?: string | undefined;
  status?: string | undefined;
  key?: string | undefined;
  label?: string[] | undefined;
  error?: string | undefined;
  since?: string | undefined;
  test?: string | undefined;
}

export const executionsQuery = (filter: ExecutionFilter) =>
  infiniteQueryOptions({
    queryKey: queryKeys.executions(filter),
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => {
      const since = filter.since === undefined ? undefined : SINCE_MS[filter.since];
      return call<Listing<Execution>>('/api/flows/executions', {
        signal,
        query: {
          flow: filter.flow,
          status: filter.status,
          businessKey: filter.key,
          label: filter.label,
          error: filter.error,
          test: filter.test,
          from: since === undefined ? undefined : new Date(Date.now() - since).toISOString(),
          after: pageParam,
          limit: PAGE_SIZE,
        },
      });
    },
    getNextPageParam: (page) => page.next ?? undefined,
  });
