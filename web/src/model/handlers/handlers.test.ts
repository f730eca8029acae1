import { describe, expect, test } from 'vitest';
import { graphOf } from '../flow/graph';
import { readDefinition } from '../flow/read';
import { resourceOf } from '../flow/resource';
import { aliasesOf, groupHandlers, nameOf } from './handlers';
import { schemaRows, typeOf } from './schema-rows';
import { tryCode, tryDefinition } from './try-out';

const handler = (resource: string, category: string, source = 'builtin', waiting = 0) => ({
  resource,
  source,
  workers: [],
  waiting,
  descriptor: category === '' ? null : { displayName: `The ${resource}`, category },
});
const ALL = [
  handler('HTTP_CALLOUT', 'Network'),
  { ...handler('HTTP', 'Network'), aliasOf: 'HTTP_CALLOUT' },
  handler('EMAIL_ALERT', 'Messages'),
  handler('charge', 'payments', 'worker'),
  handler('ship', '', 'worker', 2),
  handler('pdf:render', 'Documents', 'none', 17),
];
const names = (filter: object) =>
  groupHandlers(ALL, filter).map((group) => [group.key, ...group.items.map((one) => one.resource)]);

describe('handlers', () => {
  test('should be grouped by category, those that nobody serves first', () => {
    expect(names({})).toEqual([
      ['none', 'pdf:render'],
      ['worker', 'ship'],
      ['messages', 'EMAIL_ALERT'],
      ['network', 'HTTP_CALLOUT'],
      ['payments', 'charge'],
    ]);
  });

  test('should be found by words and by source', () => {
    expect(names({ q: 'the email' })).toEqual([['messages', 'EMAIL_ALERT']]);
    expect(names({ source: 'worker' }).flat()).toEqual(['worker', 'ship', 'payments', 'charge']);
    expect(names({ q: 'nothing' })).toEqual([]);
  });

  test('should show another name only to those who search for it', () => {
    expect(names({ q: 'http' })).toEqual([['network', 'HTTP', 'HTTP_CALLOUT']]);
    expect(aliasesOf(ALL, 'HTTP_CALLOUT')).toEqual(['HTTP']);
    expect(nameOf(handler('ship', ''))).toBe('ship');
  });
});

describe('schemas', () => {
  test('should be listed with inner properties, limits and defaults', () => {
    const rows = schemaRows({
      type: 'object',
      required: ['url'],
      properties: {
        url: { type: 'string', format: 'uri', description: 'Where to' },
        retries: { type: 'integer', minimum: 0, maximum: 5, default: 3 },
        order: {
          type: 'object',
          required: ['id'],
          properties: { id: { type: 'string', maxLength: 20 } },
        },
        lines: {
          type: 'array',
          items: { type: 'object', properties: { sku: { type: 'string', pattern: '^S' } } },
        },
      },
    });

    expect(rows.map((row) => `${row.depth} ${row.path} ${row.type}`)).toEqual([
      '0 url string (uri)',
      '0 retries integer',
      '0 order object',
      '1 order.id string',
      '0 lines object[]',
      '1 lines[].sku string',
    ]);
    expect(rows.filter((row) => row.isRequired).map((row) => row.path)).toEqual([
      'url',
      'order.id',
    ]);
    expect(rows[1]).toMatchObject({
      initial: '3',
      limits: [{ id: 'handlers.limit.between', values: { min: 0, max: 5 } }],
    });
    expect(rows[3]?.limits[0]?.values).toEqual({ max: 20 });
  });

  test('should have types for reading', () => {
    expect(typeOf({ enum: ['GET', 'POST'] })).toBe('"GET" | "POST"');
    expect(typeOf({ type: ['string', 'null'] })).toBe('string | null');
    expect(typeOf({ oneOf: [{ type: 'string' }, { type: 'number' }, true] })).toBe(
      'string | number | any',
    );
    expect(typeOf({ const: 1 })).toBe('1');
    expect(typeOf({})).toBe('any');
    expect(schemaRows(true)).toEqual([]);
  });

  test('should end where they nest without end', () => {
    const schema: Record<string, unknown> = { type: 'object' };
    schema['properties'] = { inner: schema };

    expect(schemaRows(schema)).toHaveLength(7);
  });
});

describe('try-outs', () => {
  test('should have a flow of their own for each resource', () => {
    expect(tryCode('charge')).toBe('try-charge');
    expect(tryCode('pdf:render')).toMatch(/^try-pdf-render-[a-z0-9]{4}$/);
    expect(tryCode('pdf:render')).not.toBe(tryCode('pdf.render'));
    expect(tryCode('Charge')).not.toBe(tryCode('charge'));
  });

  test('should call the resource once with its settings', () => {
    expect(tryDefinition('charge', { currency: 'EUR' })).toMatchObject({
      StartAt: 'Try',
      States: {
        Try: { Type: 'Task', Resource: 'charge', Config: { currency: 'EUR' }, End: true },
      },
    });
    expect(JSON.stringify(tryDefinition('charge', {}))).not.toContain('Config');
  });
});

test('should find the resource of a Task by its name', () => {
  const task = (resource: string) => ({ Type: 'Task', Resource: resource, End: true });
  const branch = (name: string, resource: string) => ({
    StartAt: name,
    States: { [name]: task(resource) },
  });
  const machine = graphOf(
    readDefinition(
      JSON.stringify({
        StartAt: 'Both',
        States: {
          Both: {
            Type: 'Parallel',
            Branches: [branch('Charge', 'charge'), branch('Same', 'a'), branch('Same', 'b')],
            Next: 'Wait',
          },
          Wait: { Type: 'Wait', Seconds: 1, Next: 'Call' },
          Call: task('flow:other'),
        },
      }),
    ),
  );

  expect(resourceOf(machine, 'Charge')).toBe('charge');
  expect(resourceOf(machine, 'Same')).toBeNull();
  expect(resourceOf(machine, 'Wait')).toBeNull();
  expect(resourceOf(machine, 'Call')).toBeNull();
});
