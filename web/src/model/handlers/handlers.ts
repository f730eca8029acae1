/** What is known of a resource, as far as lists need it. */
export interface HandlerSource {
  resource: string;
  source: string;
  aliasOf?: string | null | undefined;
  workers: readonly unknown[];
  waiting: number;
  descriptor?:
    | {
        displayName?: string | null | undefined;
        category?: string | null | undefined;
        description?: string | null | undefined;
      }
    | null
    | undefined;
}

/** Who can serve a resource: nobody, workers, or the server itself. */
export const SOURCES = ['none', 'worker', 'builtin'] as const;
export type Source = (typeof SOURCES)[number];

export interface HandlerFilter {
  q?: string | undefined;
  source?: string | undefined;
}

/** Handlers under one heading. */
export interface HandlerGroup<T> {
  /** Category in lower case, or the source if there is none. */
  key: string;
  /** The category as it was written; empty for those without one. */
  category: string;
  items: T[];
}

export const nameOf = (one: HandlerSource): string => one.descriptor?.displayName || one.resource;

const textOf = (one: HandlerSource) =>
  `${one.resource} ${one.descriptor?.displayName ?? ''} ${one.descriptor?.category ?? ''} ${one.descriptor?.description ?? ''}`.toLowerCase();

/**
 * Returns the handlers that match, by category: those that tasks wait for and nobody serves first.
 * Other names of a handler are left out unless they are searched for.
 */
export function groupHandlers<T extends HandlerSource>(
  all: readonly T[],
  filter: HandlerFilter,
): HandlerGroup<T>[] {
  const words = (filter.q ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const found = all.filter(
    (one) =>
      (!one.aliasOf || words.some((word) => one.resource.toLowerCase().includes(word))) &&
      (!filter.source || one.source === filter.source) &&
      words.every((word) => textOf(one).includes(word)),
  );
  const groups = new Map<string, HandlerGroup<T>>();
  for (const one of found) {
    const category = one.source === 'none' ? '' : (one.descriptor?.category ?? '');
    const key = one.source === 'none' ? 'none' : category.toLowerCase() || one.source;
    const group = groups.get(key) ?? { key, category, items: [] };
    group.items.push(one);
    groups.set(key, group);
  }
  const rank = (group: HandlerGroup<T>) =>
    group.key === 'none' ? 0 : group.items.some((one) => one.waiting > 0) ? 1 : 2;
  return [...groups.values()]
    .map((group) => ({
      ...group,
      items: group.items.toSorted((one, other) => nameOf(one).localeCompare(nameOf(other))),
    }))
    .toSorted((one, other) => rank(one) - rank(other) || one.key.localeCompare(other.key));
}

/** Returns the other names of a handler. */
export function aliasesOf(all: readonly HandlerSource[], resource: string): string[] {
  return all.filter((one) => one.aliasOf === resource).map((one) => one.resource);
}
