const UNITS = [
  { symbol: 'd', ms: 86_400_000 },
  { symbol: 'h', ms: 3_600_000 },
  { symbol: 'min', ms: 60_000 },
  { symbol: 's', ms: 1_000 },
] as const;

const MAX_MS_SHOWN = 1_000;
const MAX_DECIMALS_MS = 60_000;

/** Returns a duration with at most two units: 180 ms, 1.2 s, 3 min 4 s, 2 d 3 h. */
export function formatDuration(ms: number): string {
  if (ms < 1) return '0 ms';
  if (ms < MAX_MS_SHOWN) return `${Math.round(ms)} ms`;
  if (ms < MAX_DECIMALS_MS) {
    const seconds = Math.round(ms / 100) / 10;
    return `${seconds >= 10 ? Math.round(seconds) : seconds} s`;
  }
  const first = UNITS.findIndex((unit) => ms >= unit.ms);
  const big = UNITS[first];
  const small = UNITS[first + 1];
  if (!big || !small) return `${Math.round(ms / 1_000)} s`;
  const count = Math.floor(ms / big.ms);
  const rest = Math.floor((ms - count * big.ms) / small.ms);
  return rest === 0 ? `${count} ${big.symbol}` : `${count} ${big.symbol} ${rest} ${small.symbol}`;
}

/** Returns the milliseconds between two times; an absent end means now. */
export function elapsed(start: string, end: string | null | undefined, now: number): number {
  return Math.max(0, (end ? Date.parse(end) : now) - Date.parse(start));
}
