const KEYS = ['id', 'key', 'code', 'number', 'sku', 'name', 'businessKey'];
const MAX_KEY = 80;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the list of items of a Map state in its input; null if it must be computed. */
export function itemList(body: unknown, input: unknown): readonly unknown[] | null {
  const state = isObject(body) ? body : {};
  const items = state['Items'] ?? state['ItemsPath'] ?? '$';
  if (Array.isArray(items)) return items;
  if (typeof items !== 'string') return null;
  const path = items
    .replace(/^\{%\s*\$states\.input/, '$')
    .replace(/\s*%\}$/, '')
    .trim();
  const inputPath = state['InputPath'];
  const base = typeof inputPath === 'string' ? memberAt(input, inputPath) : input;
  const found = memberAt(base, path);
  return Array.isArray(found) ? found : null;
}

/** Returns the member at a path of names and indexes, such as `$.order.items[0]`. */
function memberAt(value: unknown, path: string): unknown {
  if (!/^\$(\.[A-Za-z_]\w*|\[\d+\]|\['[^']+'\])*$/.test(path)) return undefined;
  let current = value;
  for (const [, name, index, quoted] of path.matchAll(/\.(\w+)|\[(\d+)\]|\['([^']+)'\]/g)) {
    if (Array.isArray(current)) current = index === undefined ? undefined : current[Number(index)];
    else if (isObject(current)) current = current[name ?? quoted ?? ''];
    else return undefined;
  }
  return current;
}

/** Returns what names an item to people: a scalar itself, or the member that identifies it. */
export function itemKey(item: unknown): string | null {
  if (typeof item === 'string' || typeof item === 'number') return short(String(item));
  if (!isObject(item)) return null;
  for (const name of KEYS) {
    const value = item[name];
    if (typeof value === 'string' || typeof value === 'number') return short(String(value));
  }
  const inner = Object.values(item).filter(isObject);
  return inner.length === 1 ? itemKey(inner[0]) : null;
}

const short = (text: string) => (text.length > MAX_KEY ? `${text.slice(0, MAX_KEY)}…` : text);
