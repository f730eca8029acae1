import { text } from './search';

/** Numbers stay numbers, so that they are not quoted in the URL. */
const moment = (value: unknown): string | number | undefined =>
  /^\d{1,15}$/.test(String(value)) ? Number(value) : text(value);

/** What the page of an execution shows; all of it is in the URL. */
export interface RunSearch {
  /** The selected step. */
  step?: string | undefined;
  /** The tab of the step detail. */
  tab?: string | undefined;
  /** The frame or the forked step whose inner canvas or items are shown. */
  in?: string | undefined;
  /** The other execution of a comparison. */
  with?: string | undefined;
  /** The sheet of an action that is open, and what the action is about. */
  act?: string | undefined;
  on?: string | undefined;
  /** The status and the text by which the items of a Map are filtered. */
  items?: string | undefined;
  find?: string | undefined;
  /** True if the items of a Map are shown as rows. */
  list?: boolean | undefined;
  /** The moment: after fact `12`, or after the second change by it, `12-2`; now if absent. */
  at?: string | number | undefined;
  /** The selected time range, in milliseconds since the start: `0-1500`. */
  range?: string | undefined;
  /** True if the critical path is marked. */
  critical?: boolean | undefined;
  /** The part of the page that a phone shows. */
  view?: string | undefined;
}

export const runSearch = (search: Record<string, unknown>): RunSearch => ({
  step: text(search['step']),
  tab: text(search['tab']),
  in: text(search['in']),
  with: text(search['with']),
  act: text(search['act']),
  on: text(search['on']),
  items: text(search['items']),
  find: text(search['find']),
  list: search['list'] === true || undefined,
  at: moment(search['at']),
  range: text(search['range']),
  critical: search['critical'] === true || undefined,
  view: text(search['view']),
});
