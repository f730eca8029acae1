import { EXECUTION_STATUSES, type Status } from '../run/status';
import { parseSeconds } from './took';

/** The conditions of a list of executions, as they are in its URL and in saved views. */
export interface ExecutionFilter {
  flow?: string | undefined;
  status?: string[] | undefined;
  key?: string | undefined;
  label?: string[] | undefined;
  error?: string | undefined;
  stepError?: string | undefined;
  id?: string | undefined;
  version?: string | undefined;
  trigger?: string | undefined;
  /** Limits such as `>10s` and `<5m`. */
  took?: string[] | undefined;
  since?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  test?: string | undefined;
  parent?: string | undefined;
  /** The id of a failure family. */
  family?: string | undefined;
}

export const FILTER_NAMES = [
  'status',
  'flow',
  'version',
  'key',
  'label',
  'trigger',
  'took',
  'since',
  'error',
  'stepError',
  'id',
  'test',
  'parent',
  'family',
] as const;
export type FilterName = (typeof FILTER_NAMES)[number];

/** What a name in the search field stands for; several spellings are understood. */
const ALIASES: Readonly<Record<string, FilterName>> = {
  ...Object.fromEntries(FILTER_NAMES.map((name) => [name.toLowerCase(), name])),
  tests: 'test',
  step: 'stepError',
  duration: 'took',
  age: 'since',
};

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
export const SINCE_MS: Readonly<Record<string, number>> = {
  '15m': 15 * MINUTE,
  '1h': HOUR,
  '24h': DAY,
  '7d': 7 * DAY,
  '30d': 30 * DAY,
};

export const TRIGGERS = ['manual', 'api', 'event', 'webhook', 'schedule', 'flow', 'retry'] as const;

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const ID_PREFIX = /^0[0-9a-f]{7}(-[0-9a-f-]*)?$/;
const FAMILY = /^[0-9a-f-]{8,64}$/;
const OWN_TEXT = new Set<FilterName>(['error', 'stepError', 'flow', 'key', 'trigger']);

/** What was typed: the id of an execution to open, or conditions to add. */
export interface Typed {
  id?: string;
  filter: ExecutionFilter;
}

const withoutQuotes = (text: string) => text.replace(/^"(.*)"$/s, '$1');

/** Returns the statuses that a word stands for, such as `failed`, `timed-out` or `live`. */
function statusesOf(word: string): Status[] {
  const name = word.toUpperCase().replaceAll('-', '_');
  if (name === 'LIVE') return ['PENDING', 'RUNNING', 'WAITING', 'PAUSED'];
  if (name === 'ENDED') return ['SUCCEEDED', 'FAILED', 'TIMED_OUT', 'CANCELLED'];
  return EXECUTION_STATUSES.filter((one) => one === name);
}

/** Returns the filter with a condition; undefined if the value cannot be one of that name. */
export function withCondition(
  filter: ExecutionFilter,
  name: FilterName,
  value: string,
): ExecutionFilter | undefined {
  switch (name) {
    case 'status': {
      const statuses = value.split(',').map((one) => statusesOf(one.trim()));
      if (statuses.some((some) => some.length === 0)) return undefined;
      return { ...filter, status: [...new Set([...(filter.status ?? []), ...statuses.flat()])] };
    }
    case 'label': {
      const label = value.replace('=', ':');
      if (label.indexOf(':') < 1) return undefined;
      return { ...filter, label: [...new Set([...(filter.label ?? []), label])] };
    }
    case 'took': {
      if (parseSeconds(value) === undefined) return undefined;
      const others = (filter.took ?? []).filter((one) => one[0] !== value[0]);
      return { ...filter, took: [...others, value] };
    }
    case 'since':
      return value in SINCE_MS
        ? { ...filter, since: value, from: undefined, to: undefined }
        : undefined;
    case 'version':
      return /^v?\d+$/.test(value) ? { ...filter, version: value.replace('v', '') } : undefined;
    case 'test': {
      const test = { only: 'true', true: 'true', all: 'all', shown: 'all' }[value];
      return test ? { ...filter, test } : value === 'hidden' ? filter : undefined;
    }
    case 'id':
      return /^[0-9a-f-]{4,36}$/.test(value) ? { ...filter, id: value } : undefined;
    case 'family':
      return FAMILY.test(value) ? { ...filter, family: value } : undefined;
    case 'parent':
      return value === 'any' || value === 'none' || ID.test(value)
        ? { ...filter, parent: value }
        : undefined;
    case 'flow':
    case 'key':
    case 'trigger':
    case 'error':
    case 'stepError':
      return { ...filter, [name]: value };
  }
}

/**
 * Reads what was typed into the search field: an id, `name:value` conditions, and other words: the
 * beginning of an id, a business key if it is one word with a digit, or words of the error.
 */
export function parseFilter(text: string): Typed {
  const trimmed = text.trim();
  if (ID.test(trimmed)) return { id: trimmed, filter: {} };
  let filter: ExecutionFilter = {};
  const rest: string[] = [];
  for (const word of trimmed.match(/[^\s":]+:"[^"]*"|"[^"]*"|\S+/g) ?? []) {
    const colon = word.indexOf(':');
    const name = colon > 0 ? ALIASES[word.slice(0, colon).toLowerCase()] : undefined;
    const value = withoutQuotes(word.slice(colon + 1));
    const next = name && value !== '' ? withCondition(filter, name, value) : undefined;
    if (next) filter = next;
    else rest.push(withoutQuotes(word));
  }
  const words = rest.join(' ').trim();
  if (words === '') return { filter };
  if (rest.length === 1 && ID_PREFIX.test(words)) return { filter: { ...filter, id: words } };
  const isKey = rest.length === 1 && /\d/.test(words) && !text.trim().startsWith('"');
  return { filter: { ...filter, ...(isKey ? { key: words } : { error: words }) } };
}

/** Returns a filter with the conditions of another; lists are joined. */
export function joinFilters(one: ExecutionFilter, other: ExecutionFilter): ExecutionFilter {
  const list = (a: string[] | undefined, b: string[] | undefined) =>
    a || b ? [...new Set([...(a ?? []), ...(b ?? [])])] : undefined;
  return compact({
    ...one,
    ...other,
    status: list(one.status, other.status),
    label: list(one.label, other.label),
    took: other.took
      ? [...(one.took ?? []).filter((a) => !other.took?.some((b) => a[0] === b[0])), ...other.took]
      : one.took,
  });
}

/** Leaves out members that say nothing. */
export function compact<T extends object>(value: T): T {
  return Object.fromEntries(
    Object.entries(value).filter(
      ([, one]) => one !== undefined && one !== '' && !(Array.isArray(one) && one.length === 0),
    ),
  ) as T;
}

/** One condition, as a chip shows it. */
export interface Condition {
  name: FilterName | 'range';
  value: string;
  without: ExecutionFilter;
}

/** Returns the conditions of a filter, one for each label and limit. */
export function conditionsOf(filter: ExecutionFilter): Condition[] {
  const found: Condition[] = [];
  const add = (name: Condition['name'], value: string, change: Partial<ExecutionFilter>) =>
    found.push({ name, value, without: compact({ ...filter, ...change }) });
  if (filter.from || filter.to)
    add('range', `${filter.from ?? ''}/${filter.to ?? ''}`, { from: undefined, to: undefined });
  for (const name of FILTER_NAMES) {
    if (name === 'label' || name === 'took') {
      for (const one of filter[name] ?? [])
        add(name, one, { [name]: filter[name]?.filter((other) => other !== one) });
    } else if (name === 'status') {
      if (filter.status?.length) add(name, filter.status.join(','), { status: undefined });
    } else {
      const value = filter[name];
      if (value) add(name, value, { [name]: undefined });
    }
  }
  return found;
}

/** Writes a condition so that the search field reads it again. */
export function conditionText(name: FilterName, value: string): string {
  const text = name === 'status' ? value.toLowerCase() : value;
  return `${name}:${OWN_TEXT.has(name) && /[\s:]/.test(text) ? `"${text}"` : text}`;
}

export function isSameFilter(one: object, other: object): boolean {
  const text = (filter: object) => JSON.stringify(Object.entries(compact(filter)).toSorted());
  return text(one) === text(other);
}
