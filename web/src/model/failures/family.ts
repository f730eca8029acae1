/** New ones nobody has looked at; reopened ones came back after they were resolved. */
export type FamilyStatus = 'NEW' | 'REOPENED' | 'KNOWN' | 'RESOLVED';

export const FAMILY_TABS = ['open', 'new', 'known', 'resolved'] as const;
export type FamilyTab = (typeof FAMILY_TABS)[number];

export function tabOf(status: string | undefined): FamilyTab {
  return FAMILY_TABS.find((one) => one === status) ?? 'open';
}

/** The periods that can be counted, as the API takes them; the first is the usual one. */
export const PERIOD_LENGTHS = { '7d': 'PT168H', '24h': 'PT24H', '30d': 'PT720H' } as const;
export const PERIODS = ['7d', '24h', '30d'] as const;
export type Period = (typeof PERIODS)[number];

export function periodOf(since: string | undefined): Period {
  return PERIODS.find((one) => one === since) ?? PERIODS[0];
}

/** What is done to a family; retrying its executions is none of these. */
export const FAMILY_ACTIONS = ['know', 'assign', 'resolve', 'reopen'] as const;
export type FamilyAction = (typeof FAMILY_ACTIONS)[number];

/** Returns what can be done, the most likely first. */
export function actionsOf(status: FamilyStatus): readonly FamilyAction[] {
  switch (status) {
    case 'NEW':
    case 'REOPENED':
      return ['know', 'assign', 'resolve'];
    case 'KNOWN':
      return ['resolve', 'assign', 'reopen'];
    case 'RESOLVED':
      return ['reopen', 'assign'];
  }
}

/** Returns true if the family asks for attention. */
export function isUrgent(status: FamilyStatus): boolean {
  return status === 'NEW' || status === 'REOPENED';
}

/** Returns true if a tab of the list shows families of a status. */
export function isShownOn(tab: FamilyTab, status: FamilyStatus): boolean {
  switch (tab) {
    case 'open':
      return status !== 'RESOLVED';
    case 'new':
      return isUrgent(status);
    case 'known':
      return status === 'KNOWN';
    case 'resolved':
      return status === 'RESOLVED';
  }
}

/** A value that failures have more often than executions that succeeded. */
export interface Factor {
  kind: 'LABEL' | 'INPUT' | 'VERSION';
  name: string;
  value: string;
  failureShare: number;
  goodShare: number;
}

/** What is read of a family here. */
export interface Family {
  status: FamilyStatus;
  count: number;
  versions: readonly { version: number; count: number }[];
  assignee?: string | null;
  note?: string | null;
  statusAt: string;
  statusBy?: string | null;
  resolvedAt?: string | null;
  resolvedBy?: string | null;
  headline?: Factor | null;
}

/** A sentence about a family: the id of its message and its values. */
export interface Sentence {
  id: string;
  values: Readonly<Record<string, string | number>>;
}

const DAY_MS = 86_400_000;

/** Says what a person did: that it came back after that, who takes care of it, and the note. */
export function careOf(family: Family): Sentence | null {
  const { status, assignee, note, resolvedAt, resolvedBy } = family;
  if (status === 'REOPENED' && resolvedAt && resolvedBy && !family.statusBy) {
    const days = Math.floor((Date.parse(family.statusAt) - Date.parse(resolvedAt)) / DAY_MS);
    return { id: 'failures.cameBack', values: { days, by: personOf(resolvedBy) } };
  }
  if (assignee && note) return { id: 'failures.assignedNote', values: { assignee, note } };
  if (assignee) return { id: 'failures.assigned', values: { assignee } };
  return note ? { id: 'failures.note', values: { note } } : null;
}

/** Says in which versions the executions failed. */
export function versionsOf(family: Family): Sentence | null {
  const numbers = family.versions.map((one) => one.version).filter((one) => one > 0);
  if (numbers.length === 0) return null;
  const first = Math.min(...numbers);
  const last = Math.max(...numbers);
  return first === last
    ? { id: 'failures.allVersion', values: { version: first } }
    : { id: 'failures.versions', values: { first, last } };
}

/** Returns the name of a user without the id of the API key behind it. */
export function personOf(user: string): string {
  return user.replace(/ \([^()]+\)$/, '');
}

/** Returns a share as a whole percent; small ones keep a digit, and 99.9 % is not 100 %. */
export function percentOf(share: number, locale: string): string {
  const percent = share * 100;
  const digits = (percent > 0 && percent < 1) || (percent > 99 && percent < 100) ? 1 : 0;
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: digits });
  const shown = Math.min(percent < 100 ? 99.9 : 100, percent > 0 ? Math.max(percent, 0.1) : 0);
  return `${format.format(shown)} %`;
}

/** Leaves out what is said twice: inputs whose value is also a label. */
export function distinctFactors<T extends Factor>(factors: readonly T[]): T[] {
  const labels = new Set(
    factors.filter((one) => one.kind === 'LABEL').map((one) => `${one.name}=${one.value}`),
  );
  return factors.filter((one) => one.kind !== 'INPUT' || !labels.has(`${one.name}=${one.value}`));
}

/** Returns the executions that have a factor, as a filter of their list; null if none finds them. */
export function factorFilter(factor: Factor): { label?: string[]; version?: string } | null {
  if (factor.value.endsWith('*')) return null;
  switch (factor.kind) {
    case 'LABEL':
      return { label: [`${factor.name}:${factor.value}`] };
    case 'VERSION':
      return { version: factor.value };
    case 'INPUT':
      return null;
  }
}

/** What a page tells of the executions that failed alike: the id of its message, and a time. */
export interface Beginning {
  id: 'alike.sinceLive' | 'alike.since' | 'alike.inPeriod';
  version: number;
  at: string;
}

/**
 * Returns since when executions fail alike: since the version that failed first went live, if that
 * was in the counted period, or since the first failure in it.
 */
export function beginningOf(family: {
  first: { at: string; version: number; publishedAt?: string | null };
  series: { from: string };
}): Beginning {
  const { at, version, publishedAt } = family.first;
  const from = Date.parse(family.series.from);
  if (publishedAt && Date.parse(publishedAt) >= from)
    return { id: 'alike.sinceLive', version, at: publishedAt };
  return { id: Date.parse(at) >= from ? 'alike.since' : 'alike.inPeriod', version, at };
}
