import { useSyncExternalStore } from 'react';
import { useText } from '../i18n/i18n';
import { elapsed, formatDuration } from '../model/time/duration';
import { formatExactTime, formatTime } from '../model/time/relative';

let now = Date.now();
const listeners = new Set<() => void>();
setInterval(() => {
  now = Date.now();
  for (const listener of listeners) listener();
}, 1_000);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the time of the last full second; the component renders again when it changes. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}

export function Time({ at }: { at: string }) {
  const { locale } = useText();
  return (
    <time dateTime={at} title={formatExactTime(at, locale)}>
      {formatTime(at, useNow(), locale)}
    </time>
  );
}

/** The time between start and end, or until now. */
export function Duration({ start, end }: { start: string; end?: string | null | undefined }) {
  const current = useNow();
  return <span>{formatDuration(elapsed(start, end, current))}</span>;
}
