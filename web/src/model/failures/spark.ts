/** A bar of a small chart, in pixels. */
export interface SparkBar {
  x: number;
  width: number;
  height: number;
  count: number;
}

const GAP = 1;
/** A bar that stands for nothing is a line; one that stands for something is seen beside any other. */
const NONE = 1;
const MIN = 3;

/** Returns the bars of a series, the tallest as tall as the chart; they fill its width. */
export function sparkBars(series: readonly number[], width: number, height: number): SparkBar[] {
  const most = Math.max(1, ...series);
  const pitch = width / Math.max(1, series.length);
  return series.map((count, i) => ({
    x: round(i * pitch),
    width: round(Math.max(GAP, pitch - GAP)),
    height: count === 0 ? NONE : round(Math.max(MIN, (count / most) * height)),
    count,
  }));
}

const round = (value: number) => Math.round(value * 10) / 10;
