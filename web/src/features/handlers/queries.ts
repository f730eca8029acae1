import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client';
import { queryKeys } from '../../api/query-keys';
import type {
  Breaker,
  Execution,
  Flow,
  Listing,
  Resource,
  ResourceUse,
  Work,
} from '../../api/types';
import { TRY_TAG, tryCode, tryDefinition } from '../../model/handlers/try-out';
import { ApiError } from '../../api/client';

const PAGE = 500;
const WORKERS_MS = 5_000;
const TRY_WAIT_SECONDS = 20;

/** Workers have no event of their own; they are read again while the page is shown. */
export const handlersQuery = infiniteQueryOptions({
  queryKey: queryKeys.handlers,
  initialPageParam: '',
  queryFn: ({ pageParam, signal }) =>
    call<Listing<Resource>>('/api/flows/resources', {
      query: { after: pageParam, limit: PAGE },
      signal,
    }),
  getNextPageParam: (page) => page.next ?? undefined,
  refetchInterval: WORKERS_MS,
});

export const usesQuery = queryOptions({
  queryKey: queryKeys.handlerUses,
  queryFn: async ({ signal }) =>
    (
      await call<Listing<ResourceUse>>('/api/flows/resources/uses', {
        query: { limit: 1_000 },
        signal,
      })
    ).items,
});

export const usesOfQuery = (resource: string) =>
  queryOptions({
    queryKey: [...queryKeys.handlerUses, resource],
    queryFn: async ({ signal }) =>
      (
        await call<Listing<ResourceUse>>('/api/flows/resources/uses', {
          query: { resource, limit: 1_000 },
          signal,
        })
      ).items,
  });

export const workQuery = queryOptions({
  queryKey: queryKeys.work,
  queryFn: ({ signal }) => call<Work>('/api/stats/now', { signal }),
});

export const breakersQuery = queryOptions({
  queryKey: queryKeys.breakers,
  queryFn: async ({ signal }) =>
    (await call<Listing<Breaker>>('/api/breakers', { query: { limit: 1_000 }, signal })).items,
});

/** Saves a draft with one Task, which is never published, and runs it as a test. */
export async function tryHandler(
  resource: string,
  name: string,
  config: unknown,
  input: unknown,
): Promise<Execution> {
  const code = tryCode(resource);
  const definition = tryDefinition(resource, config);
  try {
    await call<Flow>(`/api/flows/${code}`, {
      method: 'PUT',
      change: 'handler.saveTry',
      body: { definition },
    });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
    await call<Flow>('/api/flows', {
      method: 'POST',
      change: 'handler.saveNewTry',
      body: { code, name, tags: [TRY_TAG], definition },
    });
  }
  return call<Execution>(`/api/flows/${code}/test`, {
    method: 'POST',
    change: 'handler.try',
    query: { wait: TRY_WAIT_SECONDS },
    body: { input: input ?? {} },
  });
}
