import type { Query, QueryClient } from '@tanstack/react-query';

/**
 * Has old queries read again without cancelling reads: a query that is being read becomes late, and
 * is read once more when it has come to an end.
 */
export class Invalidation {
  private late = new Set<Query>();

  constructor(private readonly cache: QueryClient) {}

  /** Invalidates queries, and those that were late; returns true if there are late ones. */
  invalidate(isOld: (query: Query) => boolean): boolean {
    const late = new Set<Query>();
    const idle = new Set<Query>();
    for (const query of this.cache.getQueryCache().getAll()) {
      if (!this.late.has(query) && !isOld(query)) continue;
      (query.state.fetchStatus === 'fetching' ? late : idle).add(query);
    }
    this.late = late;
    if (idle.size > 0) void this.cache.invalidateQueries({ predicate: (query) => idle.has(query) });
    return late.size > 0;
  }
}
