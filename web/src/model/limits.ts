/** How much of a limit is used: quiet below 80 percent, a warning from there, an alarm from 95. */
export type UsageLevel = 'quiet' | 'warning' | 'alarm';

const WARNING_PERCENT = 80;
const ALARM_PERCENT = 95;

/** Returns the used part of a limit in percent, at most 100. */
export function usedPercent(used: number, limit: number): number {
  return limit === 0 ? 100 : Math.min(100, Math.floor((used / limit) * 100));
}

export function usageLevel(used: number, limit: number): UsageLevel {
  const percent = usedPercent(used, limit);
  return percent >= ALARM_PERCENT ? 'alarm' : percent >= WARNING_PERCENT ? 'warning' : 'quiet';
}

/** Reads a limit from a field: null for no limit, undefined for what is no number from 1 up. */
export function readLimit(text: string): number | null | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  return /^[1-9]\d{0,8}$/.test(trimmed) ? Number(trimmed) : undefined;
}
