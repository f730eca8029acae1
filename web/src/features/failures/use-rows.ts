import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Family, FamilyList } from '../../api/types';
import { keepOrder, type ShownOrder } from '../../model/failures/order';
import { familiesQuery, FIRST_ROWS, MAX_ROWS, MORE_ROWS, type FamilyFilter } from './queries';

/** The rows of the list in the order in which they were first shown. */
export interface Rows {
  list: FamilyList | undefined;
  rows: readonly Family[];
  /** Families that came since; they are shown when the user asks for them. */
  waiting: number;
  hasMore: boolean;
  isPending: boolean;
  isFetching: boolean;
  error: Error | null;
  refresh: () => void;
  more: () => void;
  retry: () => void;
}

export function useRows(filter: FamilyFilter): Rows {
  const key = JSON.stringify(filter);
  const [view, setView] = useState({ key, limit: FIRST_ROWS });
  const limit = view.key === key ? view.limit : FIRST_ROWS;
  const query = useQuery(familiesQuery(filter, limit));
  const [shown, setShown] = useState<(ShownOrder & { key: string }) | null>(null);
  const shownKey = `${key} ${limit}`;
  // What is in the cache is from an earlier visit; the order is that of the response.
  const isRead = query.isFetchedAfterMount && !query.isPlaceholderData;
  if (isRead && query.data && shown?.key !== shownKey)
    setShown({ key: shownKey, ids: query.data.items.map((one) => one.id) });
  const { rows, waiting } = keepOrder(
    shown?.key === shownKey ? shown : null,
    query.data?.items ?? [],
  );
  return {
    list: query.data,
    rows,
    waiting,
    hasMore: Boolean(query.data?.next) && limit < MAX_ROWS,
    isPending: query.isPending,
    isFetching: query.isFetching,
    error: query.error,
    refresh: () => setShown(null),
    more: () => setView({ key, limit: Math.min(MAX_ROWS, limit + MORE_ROWS) }),
    retry: () => void query.refetch(),
  };
}
