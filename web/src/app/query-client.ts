import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/client';
import { queryKeys } from '../api/query-keys';
import type { Session } from '../api/types';

const MAX_RETRIES = 2;

/** Whose data the cache has; undefined before the first session. */
let cacheOwner: string | undefined;

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      // The session has ended: the session query shows the sign-in page.
      if (error instanceof ApiError && error.status === 401 && query.queryKey[0] !== 'session') {
        void queryClient.invalidateQueries({ queryKey: queryKeys.session });
      }
    },
    onSuccess: (data, query) => {
      if (query.queryKey[0] !== queryKeys.session[0]) return;
      // Another tab may have signed in as somebody else.
      const owner = sessionOwner(data as Session);
      if (cacheOwner !== undefined && cacheOwner !== owner) forgetData();
      cacheOwner = owner;
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      refetchOnWindowFocus: false,
      retry: (count, error) =>
        count < MAX_RETRIES &&
        (!(error instanceof ApiError) || error.status === 0 || error.status >= 500),
    },
  },
});

/** Returns what tells the sessions of tenants and users apart. */
export function sessionOwner({ tenant, user }: Pick<Session, 'tenant' | 'user'>): string {
  return JSON.stringify([tenant, user]);
}

/** Forgets all but the session: what one user has read must not be shown to another. */
export function forgetData(): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== queryKeys.session[0] });
  queryClient.getMutationCache().clear();
}
