import { FILTER_NAMES, SINCE_MS, TRIGGERS, type FilterName } from './filter';
import { EXECUTION_STATUSES } from '../run/status';

/** A text that continues what is typed, and the condition it belongs to. */
export interface Suggestion {
  text: string;
  name: FilterName;
}

const VALUES: Partial<Record<FilterName, readonly string[]>> = {
  status: [...EXECUTION_STATUSES.map((one) => one.toLowerCase()), 'live', 'ended'],
  since: Object.keys(SINCE_MS),
  took: ['>1s', '>10s', '>1m', '>1h', '<1s', '<10s'],
  trigger: TRIGGERS,
  test: ['only', 'all'],
  parent: ['any'],
};
const MAX_SHOWN = 10;

/** Returns what the last word may become: names of conditions, then their values. */
export function suggestionsFor(text: string): Suggestion[] {
  const word = /\S*$/.exec(text)?.[0] ?? '';
  if (word.startsWith('"')) return [];
  const colon = word.indexOf(':');
  if (colon < 0)
    return FILTER_NAMES.filter((name) => name.toLowerCase().startsWith(word.toLowerCase()))
      .map((name) => ({ text: `${name}:`, name }))
      .slice(0, MAX_SHOWN);
  const name = FILTER_NAMES.find((one) => one.toLowerCase() === word.slice(0, colon).toLowerCase());
  const given = word.slice(colon + 1).toLowerCase();
  const before = given.slice(0, given.lastIndexOf(',') + 1);
  const last = given.slice(before.length);
  if (!name) return [];
  return (VALUES[name] ?? [])
    .filter((value) => value.startsWith(last) && value !== last)
    .map((value) => ({ text: `${name}:${before}${value}`, name }))
    .slice(0, MAX_SHOWN);
}
