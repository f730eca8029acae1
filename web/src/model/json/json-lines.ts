/** A line of a value that is written as text, or a line of the difference of two values. */
export interface JsonLine {
  sign: '' | '+' | '-';
  depth: number;
  /** Name of the member; null for list elements and brackets that close. */
  name: string | null;
  /** Path of the value, such as `$.order.items[0]`; empty for a closing bracket. */
  path: string;
  text: string;
  kind: 'mark' | 'string' | 'number' | 'literal';
  hasComma: boolean;
}

const kindOf = (value: unknown): JsonLine['kind'] =>
  typeof value === 'string' ? 'string' : typeof value === 'number' ? 'number' : 'literal';
export const isTree = (value: unknown): value is object =>
  typeof value === 'object' && value !== null;

/** Returns the members of an object, or the elements of a list without names. */
export function membersOf(value: object): [string, unknown][] {
  return Object.entries(value);
}

/** Returns the path of a member, in the notation of JSONPath. */
export function pathOf(parent: string, name: string, isList: boolean): string {
  if (isList) return `${parent}[${name}]`;
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name)
    ? `${parent}.${name}`
    : `${parent}['${name.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}']`;
}

/** Returns the number of values in a value, counted up to a limit. */
export function sizeOf(value: unknown, limit: number): number {
  let size = 0;
  const open: unknown[] = [value];
  while (open.length > 0 && size < limit) {
    const next = open.pop();
    size++;
    if (isTree(next)) open.push(...Object.values(next).slice(0, limit));
  }
  return size;
}

/** Returns the number of values that are neither an object nor a list. */
export function leavesOf(value: unknown): number {
  if (!isTree(value)) return 1;
  const children = Object.values(value);
  return children.length === 0 ? 1 : children.reduce<number>((sum, one) => sum + leavesOf(one), 0);
}

/** Returns the lines of a value. */
export function jsonLines(
  value: unknown,
  sign: JsonLine['sign'] = '',
  depth = 0,
  name: string | null = null,
  path = '$',
  hasComma = false,
): JsonLine[] {
  if (!isTree(value) || Object.keys(value).length === 0) {
    const text = isTree(value)
      ? Array.isArray(value)
        ? '[]'
        : '{}'
      : JSON.stringify(value ?? null);
    const kind = isTree(value) ? 'mark' : kindOf(value);
    return [{ sign, depth, name, path, text, kind, hasComma }];
  }
  const isList = Array.isArray(value);
  const lines: JsonLine[] = [
    { sign, depth, name, path, text: isList ? '[' : '{', kind: 'mark', hasComma: false },
  ];
  const members = membersOf(value);
  members.forEach(([key, child], i) => {
    const inner = isList ? null : key;
    const last = i < members.length - 1;
    lines.push(...jsonLines(child, sign, depth + 1, inner, pathOf(path, key, isList), last));
  });
  lines.push({
    sign,
    depth,
    name: null,
    path: '',
    text: isList ? ']' : '}',
    kind: 'mark',
    hasComma,
  });
  return lines;
}

/** Returns an unchanged value on one line: short ones as they are, others counted. */
function summary(value: unknown): { text: string; kind: JsonLine['kind'] } {
  if (!isTree(value)) return { text: JSON.stringify(value ?? null), kind: kindOf(value) };
  const count = Object.keys(value).length;
  const [left, right] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return { text: count === 0 ? `${left}${right}` : `${left} … ${count} ${right}`, kind: 'mark' };
}

/** Returns true if two values are equal; the order of members does not matter. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (!isTree(a) || !isTree(b)) return Object.is(a ?? null, b ?? null);
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => name in b && isEqual(Reflect.get(a, name), Reflect.get(b, name)))
  );
}

export interface JsonDiff {
  lines: JsonLine[];
  /** Number of leaves that differ. */
  changed: number;
}

/** Returns the difference of two values; equal objects and lists are on one line. */
export function jsonDiff(before: unknown, after: unknown): JsonDiff {
  const lines: JsonLine[] = [];
  let changed = 0;
  const put = (
    sign: JsonLine['sign'],
    depth: number,
    name: string | null,
    path: string,
    text: string,
    kind: JsonLine['kind'],
  ) => lines.push({ sign, depth, name, path, text, kind, hasComma: false });

  const compare = (a: unknown, b: unknown, depth: number, name: string | null, path: string) => {
    if (isEqual(a, b) && (depth > 0 || !isTree(b))) {
      const { text, kind } = summary(b);
      put('', depth, name, path, text, kind);
    } else if (isTree(a) && isTree(b) && Array.isArray(a) === Array.isArray(b)) {
      const isList = Array.isArray(a);
      put('', depth, name, path, isList ? '[' : '{', 'mark');
      for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
        const inner = pathOf(path, key, isList);
        const label = isList ? null : key;
        const [one, two] = [Reflect.get(a, key) as unknown, Reflect.get(b, key) as unknown];
        if (!(key in b)) remove(one, depth + 1, label, inner);
        else if (!(key in a)) add(two, depth + 1, label, inner);
        else compare(one, two, depth + 1, label, inner);
      }
      put('', depth, null, '', isList ? ']' : '}', 'mark');
    } else {
      changed--;
      remove(a, depth, name, path);
      add(b, depth, name, path);
    }
  };
  const remove = (value: unknown, depth: number, name: string | null, path: string) => {
    changed += 1;
    lines.push(...jsonLines(value, '-', depth, name, path));
  };
  const add = (value: unknown, depth: number, name: string | null, path: string) => {
    changed += 1;
    lines.push(...jsonLines(value, '+', depth, name, path));
  };
  compare(before, after, 0, null, '$');
  return { lines, changed };
}

/** Returns the numbers of the lines that contain a text. */
export function findLines(lines: readonly JsonLine[], text: string): number[] {
  const wanted = text.toLowerCase();
  if (wanted === '') return [];
  return lines.flatMap((line, i) =>
    (line.name ?? '').toLowerCase().includes(wanted) ||
    (line.kind !== 'mark' && line.text.toLowerCase().includes(wanted))
      ? [i]
      : [],
  );
}
