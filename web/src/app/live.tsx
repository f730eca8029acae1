import { useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { LiveUpdates, type Connection } from '../api/live-updates';
import { queryKeys } from '../api/query-keys';
import type { Execution, Fact, Listing, Topic } from '../api/types';

const LiveContext = createContext<LiveUpdates | null>(null);
const LIST_INTERVAL_MS = 250;

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
    const stop = live.onFacts((facts) => {
      const latest = new Map(facts.map((fact) => [fact.execution, fact]));
      cache.setQueriesData<{ pages: Listing<Execution>[]; pageParams: unknown[] }>(
        { queryKey: queryKeys.executions() },
        (list) => list && { ...list, pages: list.pages.map((page) => patched(page, latest)) },
      );
      for (const id of latest.keys())
        void cache.invalidateQueries({ queryKey: queryKeys.execution(id) });
      waiting ??= setTimeout(() => {
        waiting = undefined;
        void cache.invalidateQueries({ queryKey: queryKeys.flows() });
      }, LIST_INTERVAL_MS * 4);
    });
    const stopChanges = live.onChanges((changes) => {
      const roots = new Set(changes.flatMap((change) => KEYS_OF_TOPIC[change.topic] ?? []));
      for (const root of roots) void cache.invalidateQueries({ queryKey: [root] });
    });
    const stopGaps = live.onGap(() => void cache.invalidateQueries());
    return () => {
      stop();
      stopChanges();
      stopGaps();
      clearTimeout(waiting);
      live.stop();
    };
  }, [cache, live]);
  return <LiveContext value={live}>{children}</LiveContext>;
}

/** Updates the statuses of known rows; rows of other executions are not added. */
function patched(page: Listing<Execution>, latest: ReadonlyMap<string, Fact>): Listing<Execution> {
  if (!page.items.some((item) => latest.has(item.id))) return page;
  const items = page.items.map((item) => {
    const fact = latest.get(item.id);
    if (!fact || item.endedAt) return item;
    const ended = ['SUCCEEDED', 'FAILED', 'CANCELLED', 'TIMED_OUT'].includes(fact.status);
    return { ...item, status: fact.status, ...(ended ? { endedAt: fact.at } : {}) };
  });
  return { ...page, items };
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
