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
const IDLE_WIDTH = 72;
const MIN_IDLE_MS = 60_000;
const TICK_WIDTH = 112;

/**
 * Returns the time axis. A period in which no step changes, and that takes more than a fifth of the
 * whole, is collapsed, so that the rest stays readable.
 */
export function timeAxis(moments: readonly number[], width: number): AxisPiece[] {
  const sorted = [...new Set(moments)].toSorted((a, b) => a - b);
  const first = sorted[0] ?? 0;
  const last = sorted.at(-1) ?? first;
  const total = Math.max(1, last - first);
  const pieces: Omit<AxisPiece, 'x' | 'width'>[] = [];
  let start = first;
  for (let i = 1; i < sorted.length; i++) {
    const before = sorted[i - 1] ?? first;
    const after = sorted[i] ?? last;
    if (sorted.length > 2 && after - before > total * IDLE_SHARE && after - before > MIN_IDLE_MS) {
      if (before > start) pieces.push({ start, end: before, isIdle: false });
      pieces.push({ start: before, end: after, isIdle: true });
      start = after;
    }
  }
  if (last > start || pieces.length === 0)
    pieces.push({ start, end: Math.max(last, start + 1), isIdle: false });
  const idle = pieces.filter((piece) => piece.isIdle).length * IDLE_WIDTH;
  const busy = pieces.filter((piece) => !piece.isIdle).reduce((sum, p) => sum + p.end - p.start, 0);
  const scale = Math.max(0, width - idle) / Math.max(1, busy);
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
  const piece = axis.find((one) => time <= one.end) ?? axis.at(-1);
  if (!piece) return 0;
  const share = Math.min(
    1,
    Math.max(0, (time - piece.start) / Math.max(1, piece.end - piece.start)),
  );
  return piece.x + share * piece.width;
}

/** Returns true if everything happened within the resolution of times, so that no bar has a length. */
export function isInstant(axis: readonly AxisPiece[]): boolean {
  return axis.every((piece) => piece.end - piece.start <= 1);
}

/** A mark on the time axis, so many milliseconds after the begin of its piece. */
export interface Tick {
  offset: number;
  x: number;
}

/** Returns the marks of a busy piece at 1, 2 or 5 times a power of ten; none is near its begin. */
export function ticksOf(piece: AxisPiece): Tick[] {
  if (piece.isIdle || piece.width < 2 * TICK_WIDTH) return [];
  const length = piece.end - piece.start;
  const wanted = (length * TICK_WIDTH) / piece.width;
  const power = 10 ** Math.floor(Math.log10(Math.max(1, wanted)));
  const step = [1, 2, 5, 10].map((n) => n * power).find((one) => one >= wanted) ?? length;
  const ticks: Tick[] = [];
  for (let offset = step; offset < length; offset += step) {
    const x = (offset / length) * piece.width;
    if (x >= TICK_WIDTH && x <= piece.width - TICK_WIDTH / 2)
      ticks.push({ offset, x: piece.x + x });
  }
  return ticks;
}
