import { useMemo } from 'react';
import { useText } from '../../i18n/i18n';
import type { Run } from '../../model/run/run';

/** Returns a function that writes a moment of the run as the time of the day, with milliseconds. */
export function useClock(run: Run): (at: number) => string {
  const { locale } = useText();
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(locale, {
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      fractionalSecondDigits: 3,
      hourCycle: 'h23',
    });
    return (at) => format.format(run.startedAt + at);
  }, [locale, run.startedAt]);
}
