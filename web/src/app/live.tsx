import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import {
  createContext,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { call } from '../api/client';
import { latestEvents } from '../api/latest-events';
import { LiveUpdates, type Connection } from '../api/live-updates';
import { queryKeys } from '../api/query-keys';
import type { Execution, Listing } from '../api/types';
import { newerRow } from '../model/executions/rows';

const LiveContext = createContext<LiveUpdates | null>(null);
const LIST_INTERVAL_MS = 250;
const MAX_ROWS_READ = 100;

/** Keeps the query cache up to date with the feed while the user is signed in. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const cache = useQueryClient();
  const [live] = useState(() => new LiveUpdates());
  useEffect(() => {
    live.start();
    let waiting: ReturnType<typeof setTimeout> | undefined;
    let reading: ReturnType<typeof setTimeout> | undefined;
    const changed = new Set<string>();
    const readChanged = async () => {
      const ids = [...changed].slice(0, MAX_ROWS_READ);
      for (const id of ids) changed.delete(id);
      await readRows(cache, ids).catch(() => undefined);
      reading =
        changed.size > 0 ? setTimeout(() => void readChanged(), LIST_INTERVAL_MS) : undefined;
    };
    const stop = live.onFacts((facts) => {
      const latest = new Map(facts.map((fact) => [fact.execution, fact]));
      for (const fact of facts) latestEvents.add(fact);
      cache.setQueriesData<Listing<Execution>>({ queryKey: queryKeys.executions() }, (page) => {
        if (!page?.items.some((row) => latest.has(row.id))) return page;
        for (const row of page.items) if (latest.has(row.id)) changed.add(row.id);
        return { ...page, items: latestEvents.update(page.items) };
      });
      if (changed.size > 0) reading ??= setTimeout(() => void readChanged(), LIST_INTERVAL_MS);
      for (const id of latest.keys())
        void cache.invalidateQueries({ queryKey: queryKeys.execution(id) });
      waiting ??= setTimeout(() => {
        waiting = undefined;
        void cache.invalidateQueries({ queryKey: queryKeys.flows() });
        void cache.invalidateQueries({ queryKey: queryKeys.histogram() });
      }, LIST_INTERVAL_MS * 4);
    });
    return () => {
      stop();
      clearTimeout(waiting);
      clearTimeout(reading);
      live.stop();
    };
  }, [cache, live]);
  return <LiveContext value={live}>{children}</LiveContext>;
}

/**
 * Reads what events do not tell of rows that have changed: steps, state and reason. A row that got
 * another event meanwhile keeps what it has, and is read again.
 */
async function readRows(cache: QueryClient, ids: string[]): Promise<void> {
  const read = await call<Listing<Execution>>('/api/flows/executions', {
    query: { ids, progress: true, test: 'all', parent: 'any', limit: MAX_ROWS_READ },
  });
  const byId = new Map(read.items.map((row) => [row.id, row]));
  cache.setQueriesData<Listing<Execution>>({ queryKey: queryKeys.executions() }, (page) => {
    if (!page?.items.some((row) => byId.has(row.id))) return page;
    return { ...page, items: page.items.map((row) => newerRow(row, byId.get(row.id) ?? row)) };
  });
}

export function useLive(): LiveUpdates {
  const live = useContext(LiveContext);
  if (!live) throw new Error('useLive needs a LiveProvider');
  return live;
}

export function useConnection(): Connection {
  const live = useLive();
  return useSyncExternalStore(live.onConnection, live.currentConnection);
}
