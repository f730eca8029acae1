import { SINCE_MS, type ExecutionFilter } from './filter';
import { parseSeconds } from './took';

export const SORTS = ['started', 'updated', 'duration'] as const;
export type SortField = (typeof SORTS)[number];

/** The order of a list, such as `updated` or `-started`; a minus turns it round. */
export interface Order {
  field: SortField;
  ascending: boolean;
}

export const NEWEST_FIRST: Order = { field: 'started', ascending: false };

export function parseOrder(text: string | undefined): Order {
  const field = SORTS.find((one) => one === text?.replace('-', ''));
  return field ? { field, ascending: text?.startsWith('-') ?? false } : NEWEST_FIRST;
}

export function orderText(order: Order): string | undefined {
  if (order.field === 'started' && !order.ascending) return undefined;
  return `${order.ascending ? '-' : ''}${order.field}`;
}

type Parameters = Record<string, string | number | readonly string[] | undefined>;

/** Returns the time range of a filter; a range of the histogram is narrower than `since`. */
export function rangeOf(
  filter: ExecutionFilter,
  now: number,
): { from: string | undefined; to: string | undefined } {
  const since = filter.since === undefined ? undefined : SINCE_MS[filter.since];
  const relative = since === undefined ? undefined : new Date(now - since).toISOString();
  return { from: filter.from ?? relative, to: filter.to };
}

/** Returns the parameters of the API for a filter. */
export function queryOf(filter: ExecutionFilter, now: number): Parameters {
  const limit = (sign: string) => {
    const text = filter.took?.find((one) => one.startsWith(sign));
    return text === undefined ? undefined : parseSeconds(text);
  };
  return {
    flow: filter.flow,
    status: filter.status,
    businessKey: filter.key,
    label: filter.label,
    error: filter.error,
    stepError: filter.stepError,
    id: filter.id,
    version: filter.version,
    trigger: filter.trigger,
    tookMin: limit('>'),
    tookMax: limit('<'),
    test: filter.test,
    parent: filter.parent,
    family: filter.family,
    ...rangeOf(filter, now),
  };
}

/** Returns the filter of a bulk action in the form of its body. */
export function bulkFilterOf(filter: ExecutionFilter, now: number): Record<string, unknown> {
  const { version, ...rest } = queryOf(filter, now);
  return Object.fromEntries(
    Object.entries({
      ...rest,
      version: version === undefined ? undefined : Number(version),
    }).filter(([, value]) => value !== undefined),
  );
}
