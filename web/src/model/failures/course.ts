/** Numbers of failures in equal parts of a period, as the API returns them. */
export interface Series {
  from: string;
  stepSeconds: number;
  counts: readonly number[];
}

/** One part of the period. */
export interface Part {
  from: number;
  to: number;
  count: number;
}

export function partsOf(series: Series): Part[] {
  const start = Date.parse(series.from);
  const step = series.stepSeconds * 1_000;
  return series.counts.map((count, i) => ({
    from: start + i * step,
    to: start + (i + 1) * step,
    count,
  }));
}

/** Returns the part with most failures; undefined if there are none. */
export function worstOf(parts: readonly Part[]): Part | undefined {
  return parts.reduce<Part | undefined>(
    (most, part) => (part.count > (most?.count ?? 0) ? part : most),
    undefined,
  );
}

/** Returns where a time is between the beginning and the end, from 0 to 1; null if it is outside. */
export function placeOf(at: string | null | undefined, parts: readonly Part[]): number | null {
  const from = parts[0]?.from;
  const to = parts.at(-1)?.to;
  if (!at || from === undefined || to === undefined) return null;
  const place = (Date.parse(at) - from) / (to - from);
  return place >= 0 && place <= 1 ? place : null;
}
