/** Executions that started in one hour. */
export interface HourCount {
  from: string;
  runs: number;
  failures: number;
}

/** One bar: its height and that of the failures at its bottom, in pixels. */
export interface HealthBar {
  runs: number;
  failures: number;
  height: number;
  failed: number;
}

/** Amber above 5 %, red above 20 %. */
export type HealthLevel = 'none' | 'ok' | 'warn' | 'bad';

const WARN = 0.05;
const BAD = 0.2;
/** Failures stay visible beside any number of runs. */
const MIN_FAILED = 2;
const MIN_HEIGHT = 2;

/** Returns the bars of the hours, the tallest as tall as the chart; an empty hour has no height. */
export function healthBars(hours: readonly HourCount[], chart: number): HealthBar[] {
  const most = Math.max(1, ...hours.map((hour) => hour.runs));
  return hours.map(({ runs, failures }) => {
    const height = runs === 0 ? 0 : Math.max(MIN_HEIGHT, (runs / most) * chart);
    const failed =
      failures === 0 ? 0 : Math.min(height, Math.max(MIN_FAILED, (failures / runs) * height));
    return { runs, failures, height: round(height), failed: round(failed) };
  });
}

const round = (value: number) => Math.round(value * 10) / 10;

export function healthLevel(runs: number, failures: number): HealthLevel {
  if (runs === 0) return 'none';
  const rate = failures / runs;
  return rate > BAD ? 'bad' : rate > WARN ? 'warn' : 'ok';
}

/** Returns a rate with at most two digits, such as 5.8 % or 12 %. */
export function formatRate(part: number, whole: number, locale: string): string {
  const rate = whole === 0 ? 0 : part / whole;
  const digits = rate > 0 && rate < 0.0995 ? 1 : 0;
  if (rate > 0 && rate < 0.0005) return `< ${formatPercent(0.001, 1, locale)}`;
  return formatPercent(rate, digits, locale);
}

function formatPercent(rate: number, digits: number, locale: string): string {
  return `${new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(rate * 100)} %`;
}
