/** The area of a chart in which lines are drawn, in pixels. */
export interface Plot {
  left: number;
  top: number;
  width: number;
  height: number;
}

const STEPS = [1, 2, 2.5, 5, 10];
const MAX_TICKS = 4;

/** Returns round values from 0 up to at least the largest one; at most five of them. */
export function valueTicks(largest: number, isInteger: boolean): number[] {
  if (!(largest > 0)) return [0, 1];
  const rough = largest / MAX_TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const nice = (STEPS.find((one) => one * power >= rough * 0.999_999) ?? 10) * power;
  const step = isInteger ? Math.max(1, Math.ceil(nice)) : nice;
  const ticks = [0];
  while ((ticks.at(-1) ?? 0) < largest * 0.999_999) ticks.push(round(ticks.length * step));
  return ticks;
}

const round = (value: number) => Number(value.toPrecision(12));
const pixel = (value: number) => Math.round(value * 10) / 10;

/** Returns the centre of a bucket. */
export function bucketX(plot: Plot, index: number, count: number): number {
  return pixel(plot.left + ((index + 0.5) * plot.width) / count);
}

/** Returns the bucket at a position, at most the first and the last one. */
export function bucketAt(plot: Plot, x: number, count: number): number {
  const index = Math.floor(((x - plot.left) * count) / plot.width);
  return Math.min(count - 1, Math.max(0, index));
}

export function valueY(plot: Plot, value: number, largest: number): number {
  return pixel(plot.top + plot.height * (1 - value / largest));
}

/** Returns the position of a time between the begin and the end of a chart. */
export function timeX(plot: Plot, at: number, from: number, to: number): number {
  return pixel(plot.left + (plot.width * (at - from)) / (to - from));
}

const LABEL_GAP = 56;
const LABEL_MARGIN = 12;

/** Returns where the labels of a time axis stand; those without room are left out. */
export function axisLabels(
  plot: Plot,
  times: readonly number[],
  from: number,
  to: number,
): { at: number; x: number }[] {
  const labels: { at: number; x: number }[] = [];
  for (const at of times) {
    const x = timeX(plot, at, from, to);
    const isInside = x > plot.left + LABEL_MARGIN && x < plot.left + plot.width - LABEL_MARGIN;
    if (isInside && x - (labels.at(-1)?.x ?? -LABEL_GAP) >= LABEL_GAP) labels.push({ at, x });
  }
  return labels;
}

/** Length of the line of a value between empty buckets. */
const ALONE = 3;

/** Returns the path of a line through the values; it is interrupted where there is none. */
export function linePath(plot: Plot, values: readonly (number | null)[], largest: number): string {
  let isDrawing = false;
  return values
    .map((value, index) => {
      const isAlone = (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null;
      if (value === null) {
        isDrawing = false;
        return '';
      }
      const x = bucketX(plot, index, values.length);
      const y = valueY(plot, value, largest);
      const command = isDrawing ? 'L' : 'M';
      isDrawing = true;
      // A value between empty buckets would be invisible.
      return isAlone ? `M${x - ALONE / 2} ${y}h${ALONE}` : `${command}${x} ${y}`;
    })
    .join('');
}

/** Returns the path of the area between a line without gaps and the foot of the chart. */
export function areaPath(plot: Plot, values: readonly number[], largest: number): string {
  if (values.length === 0) return '';
  const foot = plot.top + plot.height;
  const last = bucketX(plot, values.length - 1, values.length);
  return `${linePath(plot, values, largest)}L${last} ${foot}L${bucketX(plot, 0, values.length)} ${foot}Z`;
}

/** A mark on the time axis with a text beside it, if there is room. */
export interface PlacedMark<T> {
  x: number;
  items: readonly T[];
  /** The text is left or right of the mark, or missing because it would overlap another one. */
  text: 'left' | 'right' | 'none';
}

const CHARACTER = 6;
const GAP = 6;
const MIN_DISTANCE = 3;

/** Joins marks that nearly coincide and places their texts, those of the latest marks first. */
export function placeMarks<T>(
  plot: Plot,
  marks: readonly { at: number; item: T }[],
  from: number,
  to: number,
  textOf: (items: readonly T[]) => string,
): PlacedMark<T>[] {
  const joined: { x: number; items: T[] }[] = [];
  for (const mark of marks.toSorted((one, other) => other.at - one.at)) {
    const x = Math.min(plot.left + plot.width, Math.max(plot.left, timeX(plot, mark.at, from, to)));
    const last = joined.at(-1);
    if (last && last.x - x < MIN_DISTANCE) last.items.push(mark.item);
    else joined.push({ x, items: [mark.item] });
  }
  const taken: [number, number][] = [];
  const isFree = (a: number, b: number) =>
    a >= plot.left && b <= plot.left + plot.width && taken.every(([c, d]) => b < c || a > d);
  return joined.map(({ x, items }) => {
    const width = textOf(items).length * CHARACTER + GAP;
    for (const [text, a, b] of [
      ['left', x - width, x],
      ['right', x, x + width],
    ] as const) {
      if (isFree(a, b)) {
        taken.push([a, b]);
        return { x, items, text };
      }
    }
    return { x, items, text: 'none' as const };
  });
}

/** Returns the heights of the bars of a small chart, in pixels; empty bars keep a line. */
export function sparkBars(values: readonly number[], height: number): number[] {
  const largest = Math.max(1, ...values);
  return values.map((value) => (value <= 0 ? 1 : Math.max(2, pixel((value / largest) * height))));
}
