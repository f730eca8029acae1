import { useQuery } from '@tanstack/react-query';
import { call, send } from './client';
import { queryKeys } from './query-keys';
import type { Permission, Session } from './types';

const REFRESH_MS = 15_000;

/** The session; the emergency stop in it is read again every 15 seconds. */
export function useSession() {
  return useQuery({
    queryKey: queryKeys.session,
    queryFn: ({ signal }) => call<Session>('/api/session', { signal }),
    refetchInterval: REFRESH_MS,
    staleTime: REFRESH_MS,
  });
}

/** Returns true if the user has a permission. */
export function useMay(permission: Permission): boolean {
  return useSession().data?.permissions.includes(permission) ?? false;
}

/** Exchanges an API key for the cookie of a session; the key is not kept. */
export async function signIn(key: string): Promise<void> {
  await send('/api/session', {
    method: 'POST',
    change: 'session.begin',
    headers: { Authorization: `Bearer ${key.trim()}` },
  });
}

export async function signOut(): Promise<void> {
  await send('/api/session', { method: 'DELETE', change: 'session.end' });
}
