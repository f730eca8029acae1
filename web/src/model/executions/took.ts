const UNITS: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3_600, d: 86_400 };
const FORM = /^[<>](\d+(?:\.\d+)?)(ms|s|m|h|d)$/;

/** Returns the seconds of a limit such as `>10s`; undefined if it is not one. */
export function parseSeconds(limit: string): number | undefined {
  const match = FORM.exec(limit);
  const unit = UNITS[match?.[2] ?? ''];
  return match && unit !== undefined ? Number(match[1]) * unit : undefined;
}
