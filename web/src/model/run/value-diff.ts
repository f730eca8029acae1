/** A line of two JSON values shown as one text; lines of only one side are marked. */
export interface ValueLine {
  kind: 'same' | 'removed' | 'added';
  depth: number;
  /** Name of the member; null for items of a list and the root. */
  name: string | null;
  /** A scalar as JSON, a bracket, or `{…}` for equal parts that are folded. */
  text: string;
  /** Number of members of a folded part. */
  folded: number;
}

export interface ValueDiff {
  lines: ValueLine[];
  /** Number of scalars and empty lists and objects that differ, and of all. */
  differing: number;
  total: number;
}

const MAX_LINES = 5_000;

const isTree = (value: unknown): value is object => typeof value === 'object' && value !== null;
const entriesOf = (value: object): [string, unknown][] => Object.entries(value);
const brackets = (value: object): [string, string] =>
  Array.isArray(value) ? ['[', ']'] : ['{', '}'];

/** Returns true if two JSON values are equal; the order of members has no meaning. */
export function isEqual(left: unknown, right: unknown): boolean {
  if (!isTree(left) || !isTree(right)) return left === right;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const members = entriesOf(left);
  return (
    members.length === Object.keys(right).length &&
    members.every(
      ([name, value]) =>
        Object.hasOwn(right, name) && isEqual(value, (right as Record<string, unknown>)[name]),
    )
  );
}

/** Compares two JSON values member by member; equal objects and lists are folded. */
export function diffValues(left: unknown, right: unknown): ValueDiff {
  const lines: ValueLine[] = [];
  const counts = { differing: 0, total: 0 };
  compare(left, right, null, 0, lines, counts);
  return { lines: lines.slice(0, MAX_LINES), ...counts };
}

function compare(
  left: unknown,
  right: unknown,
  name: string | null,
  depth: number,
  lines: ValueLine[],
  counts: { differing: number; total: number },
): void {
  if (isEqual(left, right)) {
    counts.total += leaves(left);
    const size = isTree(left) ? entriesOf(left).length : 0;
    if (isTree(left) && size > 0) {
      const [open, close] = brackets(left);
      lines.push({ kind: 'same', depth, name, text: `${open}${close}`, folded: size });
    } else write(left, name, depth, 'same', lines);
    return;
  }
  const bothTrees = isTree(left) && isTree(right) && Array.isArray(left) === Array.isArray(right);
  if (!bothTrees) {
    const count = Math.max(leaves(left), leaves(right));
    counts.total += count;
    counts.differing += count;
    if (left !== undefined) write(left, name, depth, 'removed', lines);
    if (right !== undefined) write(right, name, depth, 'added', lines);
    return;
  }
  const [open, close] = brackets(left);
  lines.push({ kind: 'same', depth, name, text: open, folded: 0 });
  const isList = Array.isArray(left);
  const before = left as Record<string, unknown>;
  const after = right as Record<string, unknown>;
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)]))
    compare(before[key], after[key], isList ? null : key, depth + 1, lines, counts);
  lines.push({ kind: 'same', depth, name: null, text: close, folded: 0 });
}

function leaves(value: unknown): number {
  if (value === undefined) return 0;
  if (!isTree(value)) return 1;
  const members = entriesOf(value);
  return members.length === 0 ? 1 : members.reduce((sum, [, one]) => sum + leaves(one), 0);
}

function write(
  value: unknown,
  name: string | null,
  depth: number,
  kind: ValueLine['kind'],
  lines: ValueLine[],
): void {
  if (!isTree(value) || entriesOf(value).length === 0) {
    const text = isTree(value) ? brackets(value).join('') : (JSON.stringify(value) ?? 'null');
    lines.push({ kind, depth, name, text, folded: 0 });
    return;
  }
  const [open, close] = brackets(value);
  lines.push({ kind, depth, name, text: open, folded: 0 });
  const isList = Array.isArray(value);
  for (const [key, one] of entriesOf(value))
    write(one, isList ? null : key, depth + 1, kind, lines);
  lines.push({ kind, depth, name: null, text: close, folded: 0 });
}
