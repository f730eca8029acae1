type JsonObject = { readonly [name: string]: unknown };

/** One property of a JSON Schema, as a line of a table. */
export interface SchemaRow {
  /** Path from the root, such as `order.items[].sku`. */
  path: string;
  depth: number;
  /** Type in words of JSON, such as `list of text` or one of the allowed values. */
  type: string;
  isRequired: boolean;
  description: string;
  /** Limits such as `1 to 50` or `at most 100 characters`; message ids with values. */
  limits: { id: string; values: Record<string, unknown> }[];
  /** The default as JSON; null if there is none. */
  initial: string | null;
}

const MAX_DEPTH = 6;
const MAX_OPTIONS = 8;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns the properties of a schema, inner ones below the outer one; empty if it has none. */
export function schemaRows(schema: unknown): SchemaRow[] {
  const rows: SchemaRow[] = [];
  if (isObject(schema)) addRows(schema, '', 0, rows);
  return rows;
}

function addRows(schema: JsonObject, prefix: string, depth: number, rows: SchemaRow[]): void {
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  for (const [name, value] of Object.entries(properties)) {
    const property = isObject(value) ? value : {};
    const path = prefix === '' ? name : `${prefix}.${name}`;
    rows.push({
      path,
      depth,
      type: typeOf(property),
      isRequired: required.includes(name),
      description: text(property['description']) || text(property['title']),
      limits: limitsOf(property),
      initial: property['default'] === undefined ? null : JSON.stringify(property['default']),
    });
    if (depth >= MAX_DEPTH) continue;
    const items = isObject(property['items']) ? property['items'] : null;
    if (items) addRows(items, `${path}[]`, depth + 1, rows);
    addRows(property, path, depth + 1, rows);
  }
}

/** Returns the type of a property for reading. */
export function typeOf(schema: JsonObject): string {
  const options = schema['enum'];
  if (Array.isArray(options)) {
    const shown = options.slice(0, MAX_OPTIONS).map((one) => JSON.stringify(one));
    return shown.join(' | ') + (options.length > MAX_OPTIONS ? ' | …' : '');
  }
  if (schema['const'] !== undefined) return JSON.stringify(schema['const']);
  const choice = schema['oneOf'] ?? schema['anyOf'];
  if (Array.isArray(choice))
    return [...new Set(choice.map((one) => (isObject(one) ? typeOf(one) : 'any')))].join(' | ');
  const type = schema['type'];
  if (Array.isArray(type)) return type.join(' | ');
  if (type === 'array') return `${isObject(schema['items']) ? typeOf(schema['items']) : 'any'}[]`;
  const format = text(schema['format']);
  return `${text(type) || (isObject(schema['properties']) ? 'object' : 'any')}${format && ` (${format})`}`;
}

function limitsOf(schema: JsonObject): SchemaRow['limits'] {
  const limits: SchemaRow['limits'] = [];
  const [min, max] = [schema['minimum'], schema['maximum']];
  if (min !== undefined && max !== undefined)
    limits.push({ id: 'handlers.limit.between', values: { min, max } });
  else if (min !== undefined) limits.push({ id: 'handlers.limit.min', values: { min } });
  else if (max !== undefined) limits.push({ id: 'handlers.limit.max', values: { max } });
  if (schema['maxLength'] !== undefined)
    limits.push({ id: 'handlers.limit.length', values: { max: schema['maxLength'] } });
  if (schema['pattern'] !== undefined)
    limits.push({ id: 'handlers.limit.pattern', values: { pattern: schema['pattern'] } });
  return limits;
}
