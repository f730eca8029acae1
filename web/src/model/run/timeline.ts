/** An interval on the timeline. */
export interface Interval {
  start: number;
  end: number;
}

/** A piece of the time axis: busy time is proportional, a long idle period is a narrow column. */
export interface AxisPiece extends Interval {
  isIdle: boolean;
  x: number;
  width: number;
}

const IDLE_SHARE = 0.2;
const IDLE_WIDTH = 80;
const MIN_IDLE_MS = 60_000;
const TICK_WIDTH = 112;

/**
 * Returns the periods without a change that would leave little space for the rest: more than a
 * minute, and more than a fifth of what is left without the longer ones.
 *
 * @param moments times of changes in their order
 */
export function idlePeriods(moments: ArrayLike<number>): Interval[] {
  const first = moments[0] ?? 0;
  let left = (moments[moments.length - 1] ?? first) - first;
  const candidates: Interval[] = [];
  let latest = first;
  for (let i = 1; i < moments.length; i++) {
    const moment = moments[i] ?? latest;
    if (moment - latest > MIN_IDLE_MS) candidates.push({ start: latest, end: moment });
    latest = Math.max(latest, moment);
  }
  if (candidates.length === 1 && (candidates[0]?.end ?? 0) - (candidates[0]?.start ?? 0) === left)
    return [];
  const idle: Interval[] = [];
  for (const one of candidates.toSorted((a, b) => b.end - b.start - (a.end - a.start))) {
    if (one.end - one.start <= left * IDLE_SHARE) break;
    left -= one.end - one.start;
    idle.push(one);
  }
  return idle.toSorted((a, b) => a.start - b.start);
}

/** Returns the time axis from start to end with its idle periods as columns of the same width. */
export function timeAxis(
  { start, end }: Interval,
  idle: readonly Interval[],
  width: number,
): AxisPiece[] {
  const pieces: Omit<AxisPiece, 'x' | 'width'>[] = [];
  let from = start;
  for (const one of idle) {
    if (one.start > from) pieces.push({ start: from, end: one.start, isIdle: false });
    pieces.push({ ...one, isIdle: true });
    from = one.end;
  }
  if (end > from || pieces.length === 0)
    pieces.push({ start: from, end: Math.max(end, from + 1), isIdle: false });
  const busy = pieces.filter((piece) => !piece.isIdle).reduce((sum, p) => sum + p.end - p.start, 0);
  const scale = Math.max(0, width - idle.length * IDLE_WIDTH) / Math.max(1, busy);
  let x = 0;
  return pieces.map((piece) => {
    const own = piece.isIdle ? IDLE_WIDTH : (piece.end - piece.start) * scale;
    const placed = { ...piece, x, width: own };
    x += own;
    return placed;
  });
}

/** Returns the place of a time on the axis. */
export function positionOf(axis: readonly AxisPiece[], time: number): number {
  let piece = axis[0];
  for (const one of axis) {
    piece = one;
    if (time <= one.end) break;
  }
  if (!piece) return 0;
  const share = (time - piece.start) / Math.max(1, piece.end - piece.start);
  return piece.x + Math.min(1, Math.max(0, share)) * piece.width;
}

/** Returns the time at a place on the axis. */
export function timeAt(axis: readonly AxisPiece[], x: number): number {
  const piece = axis.find((one) => x <= one.x + one.width) ?? axis.at(-1);
  if (!piece) return 0;
  const share = Math.min(1, Math.max(0, (x - piece.x) / Math.max(1, piece.width)));
  return piece.start + share * (piece.end - piece.start);
}

/** A mark on the time axis, so many milliseconds after the begin of its piece. */
export interface Tick {
  offset: number;
  x: number;
}

/**
 * Returns the marks of a busy piece at 1, 2 or 5 times a power of ten; none is near its begin.
 *
 * @param view the visible part of the axis
 */
export function ticksOf(piece: AxisPiece, view: { from: number; to: number }): Tick[] {
  if (piece.isIdle || piece.width < 2 * TICK_WIDTH) return [];
  const length = piece.end - piece.start;
  const wanted = (length * TICK_WIDTH) / piece.width;
  const power = 10 ** Math.floor(Math.log10(Math.max(1, wanted)));
  const step = [1, 2, 5, 10].map((n) => n * power).find((one) => one >= wanted) ?? length;
  const ticks: Tick[] = [];
  const visible = Math.max(0, ((view.from - piece.x) / piece.width) * length);
  const first = Math.max(1, Math.floor(visible / step)) * step;
  for (let offset = first; offset < length; offset += step) {
    const x = (offset / length) * piece.width;
    if (piece.x + x > view.to) break;
    if (x >= TICK_WIDTH && x <= piece.width - TICK_WIDTH / 2)
      ticks.push({ offset, x: piece.x + x });
  }
  return ticks;
}
