/** A field of a form that a JSON Schema describes. */
export interface Field {
  name: string;
  title: string;
  description: string;
  kind: 'text' | 'number' | 'integer' | 'boolean' | 'choice' | 'list' | 'object' | 'json';
  isRequired: boolean;
  /** The allowed values of a choice. */
  options: readonly unknown[];
  /** The fields of an object. */
  fields: readonly Field[];
  /** The kind of the elements of a list. */
  item: 'text' | 'number' | 'integer';
  minimum: number | null;
  maximum: number | null;
  maxLength: number | null;
  pattern: string | null;
  initial: unknown;
}

export type JsonObject = { readonly [name: string]: unknown };

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const MAX_DEPTH = 3;

/** Returns the fields of a schema of an object; empty if the schema describes no form. */
export function fieldsOf(schema: unknown, depth = 0): Field[] {
  if (!isObject(schema) || !isObject(schema['properties'])) return [];
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return Object.entries(schema['properties']).map(([name, property]) =>
    fieldOf(name, isObject(property) ? property : {}, required.includes(name), depth),
  );
}

function fieldOf(name: string, schema: JsonObject, isRequired: boolean, depth: number): Field {
  const fields = depth < MAX_DEPTH ? fieldsOf(schema, depth + 1) : [];
  const items = isObject(schema['items']) ? schema['items'] : {};
  return {
    name,
    title: text(schema['title']) || name,
    description: text(schema['description']),
    kind: kindOf(schema, fields.length > 0, items),
    isRequired,
    options: Array.isArray(schema['enum']) ? schema['enum'] : [],
    fields,
    item: items['type'] === 'number' || items['type'] === 'integer' ? items['type'] : 'text',
    minimum: number(schema['minimum']),
    maximum: number(schema['maximum']),
    maxLength: number(schema['maxLength']),
    pattern: text(schema['pattern']) || null,
    initial:
      schema['default'] ?? (Array.isArray(schema['examples']) ? schema['examples'][0] : undefined),
  };
}

function kindOf(schema: JsonObject, hasFields: boolean, items: JsonObject): Field['kind'] {
  if (Array.isArray(schema['enum'])) return 'choice';
  switch (schema['type']) {
    case 'string':
      return 'text';
    case 'number':
    case 'integer':
    case 'boolean':
      return schema['type'];
    case 'array':
      return ['string', 'number', 'integer'].includes(text(items['type'])) && !items['enum']
        ? 'list'
        : 'json';
    case 'object':
      return hasFields ? 'object' : 'json';
    default:
      return hasFields ? 'object' : 'json';
  }
}

/** Returns the value with which a form begins: defaults, and nothing else. */
export function initialValue(fields: readonly Field[]): JsonObject {
  const value: Record<string, unknown> = {};
  for (const field of fields) {
    if (field.initial !== undefined) value[field.name] = field.initial;
    else if (field.kind === 'object') value[field.name] = initialValue(field.fields);
    else if (field.kind === 'boolean' && field.isRequired) value[field.name] = false;
  }
  return value;
}

/** What is wrong with a value: the path of the field, and the id of the message. */
export interface FieldProblem {
  path: string;
  id:
    | 'schema.required'
    | 'schema.number'
    | 'schema.integer'
    | 'schema.range'
    | 'schema.pattern'
    | 'schema.long';
  values: Record<string, unknown>;
}

/** Returns the problems that a form can show beside its fields; the server checks everything. */
export function problemsOf(fields: readonly Field[], value: unknown, path = ''): FieldProblem[] {
  const object = isObject(value) ? value : {};
  return fields.flatMap((field) => {
    const at = path === '' ? field.name : `${path}.${field.name}`;
    const one = object[field.name];
    const is = (id: FieldProblem['id'], values: Record<string, unknown> = {}) => [
      { path: at, id, values },
    ];
    if (one === undefined || one === '') return field.isRequired ? is('schema.required') : [];
    if (field.kind === 'object') return problemsOf(field.fields, one, at);
    if (field.kind === 'number' || field.kind === 'integer') {
      if (typeof one !== 'number') return is('schema.number');
      if (field.kind === 'integer' && !Number.isInteger(one)) return is('schema.integer');
      if (one < (field.minimum ?? -Infinity) || one > (field.maximum ?? Infinity))
        return is('schema.range', { min: field.minimum ?? '−∞', max: field.maximum ?? '∞' });
    }
    if (field.kind === 'list' && field.item !== 'text' && Array.isArray(one)) {
      if (one.some((item) => typeof item !== 'number')) return is('schema.number');
      if (field.item === 'integer' && !one.every(Number.isInteger)) return is('schema.integer');
    }
    if (field.kind === 'text' && typeof one === 'string') {
      if (one.length > (field.maxLength ?? Infinity))
        return is('schema.long', { max: field.maxLength });
      if (field.pattern !== null && !matches(field.pattern, one))
        return is('schema.pattern', { pattern: field.pattern });
    }
    return [];
  });
}

/** A pattern that the browser cannot read is left to the server. */
function matches(pattern: string, value: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(value);
  } catch {
    return true;
  }
}

/** Returns an object with one member changed; `undefined` takes it away. */
export function withMember(value: unknown, name: string, member: unknown): JsonObject {
  const next: Record<string, unknown> = isObject(value) ? { ...value } : {};
  if (member === undefined) delete next[name];
  else next[name] = member;
  return next;
}
