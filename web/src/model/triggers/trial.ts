/** Returns the event in a text; undefined if it is no JSON object. */
export function readEvent(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Where a text stops to be JSON, for people: the words of the browser. */
export function jsonProblem(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * Returns the event of an envelope or of a rejected fire without its id, which would make a trial
 * of it a repetition.
 */
export function eventToTry(source: unknown): Record<string, unknown> | undefined {
  const event = (source as { event?: unknown } | null)?.event;
  if (typeof event !== 'object' || event === null || !('type' in event)) return undefined;
  const { id: _id, ...rest } = event as Record<string, unknown>;
  return Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null));
}

/** Outcomes by which a binding does something. */
export const ACTING: readonly string[] = ['STARTS', 'COLLECTS', 'SIGNALS'];

const MAX_IN_URL = 2_000;

/** Returns an event for the address of the page; undefined if it is too long for one. */
export function eventForUrl(event: Record<string, unknown>): string | undefined {
  const text = JSON.stringify(event);
  return text.length > MAX_IN_URL ? undefined : text;
}
