/** Returns a signed change in percent such as +4 %; null if there is nothing to compare with. */
export function formatChange(now: number, before: number, locale: string): string | null {
  if (before <= 0) return null;
  const change = ((now - before) / before) * 100;
  return `${signed(change, Math.abs(change) < 10 && Math.abs(change) >= 0.1 ? 1 : 0, locale)} %`;
}

/** Returns a signed number with the minus sign of typography. */
export function signed(value: number, digits: number, locale: string): string {
  const text = new Intl.NumberFormat(locale, {
    maximumFractionDigits: digits,
    useGrouping: true,
  }).format(Math.abs(value));
  if (Number(Math.abs(value).toFixed(digits)) === 0) return '±0';
  return `${value < 0 ? '−' : '+'}${text}`;
}

/** Returns seconds as they are read: 0.2 s, 41 s, 3 min 4 s. */
export function secondsDigits(seconds: number): number {
  return Math.abs(seconds) >= 10 ? 0 : 1;
}

/** How a duration compares with an earlier one: worse means at least a tenth and 0.1 s slower. */
export type Trend = 'worse' | 'better' | 'same';

export function trendOf(now: number, before: number): Trend {
  const change = now - before;
  if (Math.abs(change) < 0.1 || Math.abs(change) < before * 0.1) return 'same';
  return change > 0 ? 'worse' : 'better';
}

/** A part of a bar of parts. */
export interface Share {
  kind: string;
  count: number;
  /** Part of the whole in percent. */
  percent: number;
}

/** Returns the largest kinds and, if there are more, their sum as OTHER. */
export function shares(counts: readonly { kind: string; count: number }[], most: number): Share[] {
  const all = counts.filter((one) => one.count > 0).toSorted((a, b) => b.count - a.count);
  const total = all.reduce((sum, one) => sum + one.count, 0);
  const shown = all.length > most ? all.slice(0, most - 1) : all;
  const rest = all.slice(shown.length);
  const parts = rest.length
    ? [...shown, { kind: 'OTHER', count: rest.reduce((sum, one) => sum + one.count, 0) }]
    : shown;
  return parts.map(({ kind, count }) => ({ kind, count, percent: (count / total) * 100 }));
}

const MAX_CELLS = 50;

/** Returns how many of how many cells stand for the use of a limit; use is never shown as none. */
export function limitCells(used: number, limit: number): { on: number; all: number } {
  const all = Math.min(MAX_CELLS, limit);
  const on = Math.round((Math.min(used, limit) / limit) * all);
  return { on: used > 0 ? Math.max(1, on) : 0, all };
}
