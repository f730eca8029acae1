/** The periods that the overview shows; the first letters are those of the API. */
export const PERIODS = ['1h', '24h', '7d'] as const;
export type Period = (typeof PERIODS)[number];

/** How often the statistics of a period are read again; the server repeats its answers as long. */
export const PERIOD_REFRESH_MS: Readonly<Record<Period, number>> = {
  '1h': 2_000,
  '24h': 5_000,
  '7d': 20_000,
};

/** Returns the period of a URL; 24 hours if it has none. */
export function periodOf(text: string | undefined): Period {
  return PERIODS.find((one) => one === text) ?? '24h';
}

/** Returns how times of a period are written on an axis. */
export function axisFormat(period: Period, locale: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(
    locale,
    period === '7d'
      ? { weekday: 'short', day: 'numeric' }
      : { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  );
}

/** Returns how a time of a period is written beside its numbers. */
export function momentFormat(period: Period, locale: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, {
    ...(period === '1h' ? {} : { weekday: 'short' }),
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const TICK_MS: Readonly<Record<Period, number>> = {
  '1h': 10 * MINUTE,
  '24h': 4 * HOUR,
  '7d': 24 * HOUR,
};

/** Returns the times at which an axis has labels: full hours or midnights of the viewer's zone. */
export function axisTicks(period: Period, from: number, to: number): number[] {
  const step = TICK_MS[period];
  const start = new Date(from);
  if (period === '1h') start.setMinutes(0, 0, 0);
  else start.setHours(0, 0, 0, 0);
  const ticks: number[] = [];
  for (let at = start.getTime(); at <= to; at += step) if (at >= from) ticks.push(at);
  return ticks;
}
