import type { Interval } from '../../../model/run/timeline';

/** Reads a time range of the URL, in milliseconds since the start of the run. */
export function parseRange(text: string | undefined): Interval | null {
  const match = /^(\d{1,13})-(\d{1,13})$/.exec(text ?? '');
  if (!match) return null;
  const [start, end] = [Number(match[1]), Number(match[2])];
  return end > start ? { start, end } : null;
}

export function formatRange(a: number, b: number): string {
  return `${Math.round(Math.min(a, b))}-${Math.round(Math.max(a, b))}`;
}
