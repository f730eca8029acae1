import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query';
import {
  createContext,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { ApiError, call } from '../api/client';
import { latestEvents } from '../api/latest-events';
import { LiveUpdates, type Connection } from '../api/live-updates';
import { queryKeys } from '../api/query-keys';
import { Throttle } from '../api/throttle';
import type { Execution, Fact, Listing, Topic } from '../api/types';
import { newerRow } from '../model/executions/rows';
import { Invalidation } from './invalidation';

const LiveContext = createContext<LiveUpdates | null>(null);
/** Lists are drawn at most four times a second. */
const LIST_INTERVAL_MS = 250;
const READ_INTERVAL_MS = 1_000;
/** Counts over all executions cost the server more than rows. */
const COUNT_INTERVAL_MS = 3_000;
const MAX_ROWS_READ = 100;

/**
 * The roots of the query keys that a change of a topic makes old. A page adds the root of its own
 * keys here.
 */
export const KEYS_OF_TOPIC: Record<Topic, readonly string[]> = {
  flows: ['flows', 'flow', 'triggers', 'handlers'],
  triggers: ['triggers', 'flow'],
  connections: ['connections', 'secrets', 'templates', 'handlers'],
  jobs: ['jobs'],
  failures: ['failures'],
  tenant: ['session', 'limits'],
};

/**
 * Keeps the query cache up to date with the feed while the user is signed in. The owner of the
 * session is the key of this component; tabs share a stream with those of the same owner only.
 */
export function LiveProvider({ owner, children }: { owner: string; children: ReactNode }) {
  const cache = useQueryClient();
  const [live] = useState(() => new LiveUpdates(`pawl.events ${owner}`));
  useEffect(() => {
    live.start();
    const latest = new Map<string, Fact>();
    const reads = new Map<string, Execution>();
    const changed = new Set<string>();
    const executions = new Invalidation(cache);
    const lists = new Throttle(
      () => {
        patchRows(cache, latest, reads, changed);
        reads.clear();
        if (changed.size > 0) reading.request();
        const isLate = executions.invalidate((query) => latest.has(executionOf(query)));
        latest.clear();
        if (isLate) lists.request();
      },
      0,
      LIST_INTERVAL_MS,
    );
    const reading = new Throttle(
      () => {
        const ids = [...changed].slice(0, MAX_ROWS_READ);
        for (const id of ids) changed.delete(id);
        readRows(ids)
          .then((rows) => {
            for (const row of rows) reads.set(row.id, row);
            lists.request();
            if (changed.size > 0) reading.request();
          })
          .catch((error: unknown) => {
            for (const id of ids) changed.add(id);
            // What the server rejects is not read again before the next event.
            const isRejected =
              error instanceof ApiError && error.status >= 400 && error.status < 500;
            if (!isRejected) reading.request();
          });
      },
      LIST_INTERVAL_MS,
      READ_INTERVAL_MS,
    );
    const counts = new Invalidation(cache);
    const counting = new Throttle(
      () => {
        const isLate = counts.invalidate(
          ({ queryKey: [root] }) => root === queryKeys.histogram()[0],
        );
        if (isLate) counting.request();
      },
      LIST_INTERVAL_MS,
      COUNT_INTERVAL_MS,
    );
    const starts = new Invalidation(cache);
    const starting = new Throttle(
      () => {
        const isLate = starts.invalidate(isChangedByStarts);
        if (isLate) starting.request();
      },
      LIST_INTERVAL_MS,
      READ_INTERVAL_MS,
    );
    const stop = live.onFacts((facts) => {
      for (const fact of facts) {
        latestEvents.add(fact);
        latest.set(fact.execution, fact);
      }
      lists.request();
      counting.request();
      starting.request();
    });
    // The first change counts at once; a burst, such as that of failures, once per second.
    const old = new Set<string>();
    const roots = new Invalidation(cache);
    const changing = new Throttle(
      () => {
        const isLate = roots.invalidate(({ queryKey: [root] }) => old.has(String(root)));
        old.clear();
        if (isLate) changing.request();
      },
      0,
      READ_INTERVAL_MS,
    );
    const stopChanges = live.onChanges((changes) => {
      for (const change of changes)
        for (const root of KEYS_OF_TOPIC[change.topic] ?? []) old.add(root);
      changing.request();
    });
    const stopGaps = live.onGap(() => void cache.invalidateQueries());
    return () => {
      stop();
      stopChanges();
      stopGaps();
      for (const throttle of [lists, reading, counting, starting, changing]) throttle.stop();
      live.stop();
    };
  }, [cache, live]);
  return <LiveContext value={live}>{children}</LiveContext>;
}

/**
 * Brings the rows of lists up to date with events, and with what was read of them. A row that got
 * another event meanwhile keeps what it has. Rows with events are added to the changed ones.
 */
function patchRows(
  cache: QueryClient,
  latest: ReadonlyMap<string, Fact>,
  reads: ReadonlyMap<string, Execution>,
  changed: Set<string>,
): void {
  cache.setQueriesData<Listing<Execution>>({ queryKey: queryKeys.executions() }, (page) => {
    if (!page?.items.some((row) => latest.has(row.id) || reads.has(row.id))) return page;
    const read = page.items.map((row) => newerRow(row, reads.get(row.id) ?? row));
    const items = latestEvents.update(read);
    items.forEach((row, i) => {
      if (latest.has(row.id) && row !== read[i]) changed.add(row.id);
    });
    return { ...page, items };
  });
}

/** Returns the id of the execution that a query is about; an empty one for other queries. */
function executionOf({ queryKey: [root, id] }: Query): string {
  return root === 'execution' && typeof id === 'string' ? id : '';
}

/** Returns true for what shows new executions: the line above lists, and work that waits. */
function isChangedByStarts({ queryKey: [root, part] }: Query): boolean {
  const [stats, now] = queryKeys.work;
  return root === queryKeys.newExecutions()[0] || (root === stats && part === now);
}

/** Reads what events do not tell of rows that have changed: steps, state and reason. */
async function readRows(ids: string[]): Promise<Execution[]> {
  const read = await call<Listing<Execution>>('/api/flows/executions', {
    query: { ids, progress: true, test: 'all', parent: 'any', limit: MAX_ROWS_READ },
  });
  return read.items;
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
