/** A condition for reading: a name, and what is asked of it. */
export type Condition =
  | { kind: 'compare'; name: string; sign: string; value: string }
  | { kind: 'with' | 'without'; name: string };

const SIGNS: Record<string, string> = {
  '==': '=',
  '!=': '≠',
  '>=': '≥',
  '<=': '≤',
  '>': '>',
  '<': '<',
};
const COMPARE = /^(?:payload\.|event\.)?([A-Za-z_][\w.]*)\s*(==|!=|>=|<=|>|<)\s*(.+)$/s;
const LIST = /^(?:payload\.|event\.)?([A-Za-z_][\w.]*)\s+IN\s+\[(.+)\]$/is;
const NULL = /^(?:payload\.|event\.)?([A-Za-z_][\w.]*)\s+IS\s+(NOT\s+)?(?:NULL|EMPTY)$/i;
const LITERAL = /^(?:'([^'\\]*)'|"([^"\\]*)"|(-?\d+(?:\.\d+)?|true|false))$/;

/**
 * Returns a simple filter as conditions that all hold; null if it says more than that, so that it
 * is shown as it is.
 */
export function filterConditions(filter: string, locale: string): Condition[] | null {
  if (/\bOR\b|\|\||\?|\(|\bNOT\s+[A-Za-z(]+\s*[=<>]/i.test(filter)) return null;
  const conditions: Condition[] = [];
  for (const part of filter.split(/\s+(?:AND|&&)\s+/i)) {
    const condition = read(part.trim(), locale);
    if (condition === null) return null;
    conditions.push(condition);
  }
  return conditions;
}

function read(part: string, locale: string): Condition | null {
  const missing = NULL.exec(part);
  if (missing) return { kind: missing[2] ? 'with' : 'without', name: missing[1] ?? '' };
  const list = LIST.exec(part);
  if (list) {
    const values = (list[2] ?? '').split(',').map((one) => literal(one.trim(), locale));
    if (values.includes(null)) return null;
    return { kind: 'compare', name: list[1] ?? '', sign: '=', value: values.join(', ') };
  }
  const compared = COMPARE.exec(part);
  const value = compared && literal((compared[3] ?? '').trim(), locale);
  if (!compared || value === null) return null;
  return { kind: 'compare', name: compared[1] ?? '', sign: SIGNS[compared[2] ?? ''] ?? '', value };
}

function literal(text: string, locale: string): string | null {
  const match = LITERAL.exec(text);
  if (!match) return null;
  const number = match[3];
  if (number !== undefined && /\d/.test(number))
    return Number(number).toLocaleString(locale, { maximumFractionDigits: 20 });
  return match[1] ?? match[2] ?? number ?? '';
}

/** A mistake in a formula, as the server reports it. */
export interface FormulaProblem {
  field: string;
  line: number;
  column: number;
  message: string;
}

/** Returns the mistakes that a refusal of a binding names with their positions. */
export function formulaProblems(detail: string): FormulaProblem[] {
  const field = /^(?:config\.)?([A-Za-z.]+): \[/.exec(detail)?.[1];
  if (field === undefined) return [];
  const text = detail.slice(detail.indexOf('[') + 1).replace(/\]\s*$/, '');
  return text.split(/, (?=\d+:\d+: )/).flatMap((one) => {
    const match = /^(\d+):(\d+): (.*)$/s.exec(one);
    return match
      ? [{ field, line: Number(match[1]), column: Number(match[2]), message: match[3] ?? '' }]
      : [];
  });
}
