/** Counts of executions by start time, as the API returns them. */
export interface HistogramData {
  from: string;
  to: string;
  bucketMillis: number;
  total: number;
  succeeded: number[];
  failed: number[];
  timedOut: number[];
  cancelled: number[];
  live: number[];
}

export interface Bar {
  from: number;
  to: number;
  failed: number;
  others: number;
}

export function barsOf(data: HistogramData): Bar[] {
  const start = Date.parse(data.from);
  const end = Date.parse(data.to);
  return data.succeeded.map((succeeded, i) => ({
    from: start + i * data.bucketMillis,
    to: Math.min(end, start + (i + 1) * data.bucketMillis),
    failed: (data.failed[i] ?? 0) + (data.timedOut[i] ?? 0),
    others: succeeded + (data.cancelled[i] ?? 0) + (data.live[i] ?? 0),
  }));
}

export function failedOf(bars: readonly Bar[]): number {
  return bars.reduce((sum, bar) => sum + bar.failed, 0);
}

const MINUTE = 60_000;
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 240, 360, 720, 1_440, 2_880, 10_080, 43_200].map(
  (minutes) => minutes * MINUTE,
);

/** Returns round times for the axis, at most `count` of them; `offset` is that of the time zone. */
export function ticksOf(from: number, to: number, count: number, offset: number): number[] {
  const span = to - from;
  if (span <= 0) return [];
  const step = STEPS.find((one) => span / one <= count) ?? span;
  const ticks: number[] = [];
  for (let at = Math.ceil((from - offset) / step) * step + offset; at < to; at += step)
    ticks.push(at);
  return ticks;
}

/** Returns the range of two bars, whichever comes first. */
export function rangeOfBars(
  bars: readonly Bar[],
  one: number,
  other: number,
): { from: string; to: string } | undefined {
  const first = bars[Math.min(one, other)];
  const last = bars[Math.max(one, other)];
  if (!first || !last) return undefined;
  return { from: new Date(first.from).toISOString(), to: new Date(last.to).toISOString() };
}
