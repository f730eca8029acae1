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
import type { Execution, Listing, Topic } from '../api/types';
import { newerRow } from '../model/executions/rows';

const LiveContext = createContext<LiveUpdates | null>(null);
const LIST_INTERVAL_MS = 250;
const MAX_ROWS_READ = 100;

/**
 * The roots of the query keys that a change of a topic makes old. A page adds the root of its own
 * keys here.
 */
const KEYS_OF_TOPIC: Record<Topic, readonly string[]> = {
  flows: ['flows', 'flow', 'triggers', 'handlers'],
  triggers: ['triggers', 'flow'],
  connections: ['connections', 'secrets', 'templates', 'handlers'],
  jobs: ['jobs'],
  failures: ['failures', 'stats'],
  tenant: ['session', 'limits'],
};

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
    // The first change counts at once; a burst, such as that of failures, once per second.
    const old = new Set<string>();
    let resting: ReturnType<typeof setTimeout> | undefined;
    const readOld = () => {
      resting = old.size > 0 ? setTimeout(readOld, LIST_INTERVAL_MS * 4) : undefined;
      for (const root of old) void cache.invalidateQueries({ queryKey: [root] });
      old.clear();
    };
    const stopChanges = live.onChanges((changes) => {
      for (const change of changes)
        for (const root of KEYS_OF_TOPIC[change.topic] ?? []) old.add(root);
      if (resting === undefined) readOld();
    });
    const stopGaps = live.onGap(() => void cache.invalidateQueries());
    return () => {
      stop();
      stopChanges();
      stopGaps();
      clearTimeout(waiting);
      clearTimeout(reading);
      clearTimeout(resting);
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
