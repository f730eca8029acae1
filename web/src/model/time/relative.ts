const DAY_MS = 86_400_000;

/** Returns a time for reading: relative below 24 hours, absolute above. */
export function formatTime(at: string, now: number, locale: string): string {
  const time = Date.parse(at);
  const age = now - time;
  if (Math.abs(age) >= DAY_MS) {
    const sameYear = new Date(time).getFullYear() === new Date(now).getFullYear();
    return new Intl.DateTimeFormat(locale, {
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
      ...(sameYear ? {} : { year: 'numeric' }),
    }).format(time);
  }
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'narrow' });
  const seconds = Math.round(-age / 1_000);
  if (Math.abs(seconds) < 60) return format.format(seconds, 'second');
  const minutes = Math.round(seconds / 60);
  if (Math.abs(minutes) < 60) return format.format(minutes, 'minute');
  return format.format(Math.round(minutes / 60), 'hour');
}

/** Returns a time with zone and in UTC, for hover and focus. */
export function formatExactTime(at: string, locale: string): string {
  const local = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'long' });
  return `${local.format(Date.parse(at))} (${at})`;
}
