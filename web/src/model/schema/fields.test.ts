import { expect, test } from 'vitest';
import { fieldsOf, initialValue, problemsOf, withMember } from './fields';

const SCHEMA = {
  type: 'object',
  required: ['order', 'total'],
  properties: {
    order: { type: 'string', title: 'Order', pattern: '^A-\\d+$' },
    total: { type: 'number', minimum: 0, maximum: 100 },
    express: { type: 'boolean', default: true },
    shift: { enum: ['day', 'night'] },
    skus: { type: 'array', items: { type: 'string' } },
    address: { type: 'object', properties: { city: { type: 'string', maxLength: 3 } } },
    more: { type: 'array', items: { type: 'object' } },
  },
};

test('should read fields in their order', () => {
  expect(fieldsOf(SCHEMA).map((field) => [field.title, field.kind, field.isRequired])).toEqual([
    ['Order', 'text', true],
    ['total', 'number', true],
    ['express', 'boolean', false],
    ['shift', 'choice', false],
    ['skus', 'list', false],
    ['address', 'object', false],
    ['more', 'json', false],
  ]);
});

test('should make no form of what is no object', () => {
  expect(fieldsOf({ type: 'string' })).toEqual([]);
  expect(fieldsOf(true)).toEqual([]);
  expect(fieldsOf(null)).toEqual([]);
});

test('should begin with defaults', () => {
  expect(initialValue(fieldsOf(SCHEMA))).toEqual({ express: true, address: {} });
});

test('should name problems by the path of their field', () => {
  const problems = problemsOf(fieldsOf(SCHEMA), {
    order: 'B-1',
    total: 101,
    address: { city: 'Bern' },
  });

  expect(problems.map((problem) => `${problem.path} ${problem.id}`)).toEqual([
    'order schema.pattern',
    'total schema.range',
    'address.city schema.long',
  ]);
  expect(problemsOf(fieldsOf(SCHEMA), {}).map((problem) => problem.path)).toEqual([
    'order',
    'total',
  ]);
});

test('should leave a pattern to the server that the browser cannot read', () => {
  const fields = fieldsOf({ properties: { a: { type: 'string', pattern: '(' } } });

  expect(problemsOf(fields, { a: 'x' })).toEqual([]);
});

test('should take a member away', () => {
  expect(withMember({ a: 1, b: 2 }, 'a', undefined)).toEqual({ b: 2 });
  expect(withMember('text', 'a', 1)).toEqual({ a: 1 });
});
