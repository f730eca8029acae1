import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Execution } from '../../api/types';
import type { ExecutionFilter } from '../../model/executions/filter';
import type { Order } from '../../model/executions/query';
import { pageQuery, PAGE_SIZE } from './queries';

/** The rows of a list, of which only the pages around the visible ones are in memory. */
export interface Pages {
  /** Number of rows known so far, loaded or not. */
  count: number;
  row: (index: number) => Execution | undefined;
  /** Rows that are in memory, in the order of the list. */
  loaded: readonly Execution[];
  hasMore: boolean;
  isPending: boolean;
  isFetching: boolean;
  error: Error | null;
  show: (first: number, last: number) => void;
  retry: () => void;
}

interface Known {
  key: string;
  /** Cursor of each page that was read once; the next of the last is unknown or absent. */
  cursors: string[];
  sizes: number[];
  first: number;
  last: number;
}

/** Reads pages as they come into sight; a page that was evicted is read again by its cursor. */
export function usePages(filter: ExecutionFilter, order: Order, readAt: number): Pages {
  const cache = useQueryClient();
  const key = JSON.stringify([filter, order, readAt]);
  const [stored, setStored] = useState<Known>(() => fresh(key));
  const known = stored.key === key ? stored : fresh(key);
  if (known !== stored) setStored(known);
  const last = Math.min(known.last, known.cursors.length - 1);
  const first = Math.min(known.first, last);
  const wanted = useMemo(() => known.cursors.slice(first, last + 1), [known.cursors, first, last]);
  const results = useQueries({
    queries: wanted.map((cursor) => pageQuery(filter, order, cursor, readAt)),
  });
  for (const [i, result] of results.entries()) {
    const page = first + i;
    const next = result.data?.next;
    const size = result.data?.items.length;
    if (next && page === known.cursors.length - 1)
      setStored({
        ...known,
        cursors: [...known.cursors, next],
        sizes: sizesWith(known, page, size),
      });
    else if (size !== undefined && known.sizes[page] !== size)
      setStored({ ...known, sizes: sizesWith(known, page, size) });
  }
  const lastKnown = known.cursors.length - 1;
  const starts = startsOf(known.sizes, known.cursors.length);
  const hasMore = known.sizes[lastKnown] === undefined && lastKnown > 0;
  const row = (index: number) => {
    const page = pageAt(starts, index);
    return results[page - first]?.data?.items[index - (starts[page] ?? 0)];
  };
  return {
    count: known.sizes.reduce((sum, size) => sum + size, 0),
    row,
    loaded: results.flatMap((result) => result.data?.items ?? []),
    hasMore,
    isPending: results[0]?.isPending === true && known.sizes.length === 0,
    isFetching: results.some((result) => result.isFetching),
    error: results.find((result) => result.isError)?.error ?? null,
    show: (from, to) => {
      const firstPage = Math.max(0, pageAt(starts, from) - 1);
      const lastPage = Math.min(lastKnown, pageAt(starts, to + PAGE_SIZE / 2));
      if (firstPage !== known.first || lastPage !== known.last)
        setStored({ ...known, first: firstPage, last: lastPage });
    },
    retry: () =>
      void cache.invalidateQueries({ predicate: (query) => query.state.status === 'error' }),
  };
}

function fresh(key: string): Known {
  return { key, cursors: [''], sizes: [], first: 0, last: 0 };
}

function sizesWith(known: Known, page: number, size: number | undefined): number[] {
  const sizes = [...known.sizes];
  sizes[page] = size ?? 0;
  return sizes;
}

/** Returns the index of the first row of each page; pages have the size they had when last read. */
function startsOf(sizes: readonly number[], pages: number): number[] {
  const starts: number[] = [];
  let start = 0;
  for (let page = 0; page < pages; page++) {
    starts.push(start);
    start += sizes[page] ?? PAGE_SIZE;
  }
  return starts;
}

function pageAt(starts: readonly number[], index: number): number {
  let page = starts.length - 1;
  while (page > 0 && (starts[page] ?? 0) > index) page--;
  return page;
}
