import { describe, expect, test } from 'vitest';
import { bindingProblems, bodyOfBinding, EMPTY_BINDING, triggerConfigOf } from './binding-form';
import { afterExclusive, exampleEvent, groupByEvent, isFound } from './bindings';
import {
  bodyOfConnection,
  downstreamOf,
  EMPTY_CONNECTION,
  formOfConnection,
  secretsOf,
} from './connections';
import { filterConditions, formulaProblems } from './filter-words';
import { eventForUrl, eventToTry, readEvent } from './trial';
import { configOfWebhook, formOfWebhook, webhookUrl, withoutWebhook } from './webhooks';

const binding = (id: string, more: object = {}) => ({
  id,
  event: 'POLICY_CREATED',
  flow: 'onboarding',
  priority: 0,
  exclusive: false,
  enabled: true,
  createdAt: `2026-11-18T08:30:0${id}Z`,
  ...more,
});

describe('bindings', () => {
  test('should be grouped by event in the order of their turns', () => {
    const groups = groupByEvent([
      binding('1', { starts: { count: 4, lowerBound: false } }),
      binding('2', { lobId: '3' }),
      binding('3', { clientId: '17', starts: { count: 5, lowerBound: true } }),
      binding('4', { priority: 10 }),
      binding('5', { event: 'A' }),
    ]);

    expect(groups.map((group) => [group.event, group.bindings.map((one) => one.id)])).toEqual([
      ['A', ['5']],
      ['POLICY_CREATED', ['4', '3', '2', '1']],
    ]);
    expect(groups[1]).toMatchObject({ starts: 9, isLowerBound: true });
  });

  test('should be found by all words of a search', () => {
    const one = binding('1', { clientId: '17', filter: 'payload.premium > 100' });

    expect(isFound(one, 'Policy onboarding', 'policy 17')).toBe(true);
    expect(isFound(one, 'Policy onboarding', 'premium claim')).toBe(false);
  });

  test('should name those that come after an exclusive one', () => {
    const first = binding('1', { priority: 10, exclusive: true });
    const all = [first, binding('2'), binding('3', { event: 'OTHER' })];

    expect(afterExclusive(first, all).map((one) => one.id)).toEqual(['2']);
  });

  test('should give an event to try', () => {
    expect(
      exampleEvent(binding('1', { event: 'policy.*', clientId: '17', filter: 'payload.sum > 1' })),
    ).toEqual({
      type: 'policy.example',
      clientId: '17',
      aggregateId: 'A-1',
      payload: { sum: null },
    });
  });

  test('should be sent without what is empty', () => {
    const form = { ...EMPTY_BINDING, event: ' E ', flow: 'f', inputMapping: '$.event' };

    expect(bindingProblems(form)).toEqual({});
    expect(bindingProblems({ ...form, priority: 'x', debounce: '{' })).toEqual({
      priority: 'schema.integer',
      debounce: 'schema.json',
    });
    expect(bodyOfBinding(form)).toMatchObject({ event: 'E', inputMapping: '$.event', priority: 0 });
    expect(triggerConfigOf({ inputSchema: true, filter: 'old' }, form)).toMatchObject({
      inputSchema: true,
      event: 'E',
      filter: undefined,
    });
  });
});

describe('filters', () => {
  test.each([
    ["payload.country == 'DE'", ['country=DE']],
    ["payload.sum <= 25000 AND event.lobId IN ['1', '2']", ['sum≤25,000', 'lobId=1, 2']],
    ['payload.broker IS NOT NULL', ['with broker']],
    ['payload.note is empty', ['without note']],
  ])('%s should become conditions', (filter, words) => {
    expect(
      filterConditions(filter, 'en')?.map((one) =>
        one.kind === 'compare' ? `${one.name}${one.sign}${one.value}` : `${one.kind} ${one.name}`,
      ),
    ).toEqual(words);
  });

  test.each(['a == 1 OR b == 2', 'len(payload.x) > 2', 'payload.a == payload.b', 'NOT a == 1'])(
    '%s should stay as it is',
    (filter) => expect(filterConditions(filter, 'en')).toBeNull(),
  );

  test('should have the positions of their mistakes', () => {
    expect(
      formulaProblems('filter: [1:9: unknown name; try this, 2:1: a value is missing]'),
    ).toEqual([
      { field: 'filter', line: 1, column: 9, message: 'unknown name; try this' },
      { field: 'filter', line: 2, column: 1, message: 'a value is missing' },
    ]);
    expect(formulaProblems('event: is too long')).toEqual([]);
  });
});

describe('webhooks', () => {
  test('should have an address with the tenant where no key names it', () => {
    const at = (tenant: string, authentication: string) =>
      webhookUrl('https://a', tenant, { path: 'p', authentication });

    expect(at('acme', 'WEBHOOK_SECRET')).toBe('https://a/api/webhooks/@acme/p');
    expect(at('acme', 'TENANT_API_KEY')).toBe('https://a/api/webhooks/p');
    expect(at('default', 'NONE')).toBe('https://a/api/webhooks/p');
  });

  test('should keep the settings that a form does not show', () => {
    const config = {
      inputSchema: { type: 'object' },
      webhook: {
        path: 'erp',
        authentication: 'WEBHOOK_SECRET',
        style: 'hmac',
        hmac: { header: 'X-S', timestamp: { header: 'X-T' }, id: { path: '$.id' } },
      },
    };

    expect(configOfWebhook(config, formOfWebhook('f', config))).toEqual(config);
    expect(withoutWebhook(config)).toEqual({ inputSchema: { type: 'object' } });
    expect(
      formOfWebhook('f', { webhookPath: 'p', authentication: 'WEBHOOK_SECRET' }),
    ).toMatchObject({ path: 'p', style: 'hmac' });
  });
});

describe('connections', () => {
  test('should be known by host and port', () => {
    expect(downstreamOf({ kind: 'http', address: 'https://CRM.example/api' })).toBe(
      'crm.example:443',
    );
    expect(downstreamOf({ kind: 'http', address: 'http://a:8080' })).toBe('a:8080');
    expect(downstreamOf({ kind: 'smtp', address: 'mail.example' })).toBe('mail.example:25');
  });

  test('should refer to secrets by name and keep what is not shown', () => {
    const connection = {
      name: 'crm',
      kind: 'http',
      address: 'https://a',
      tls: 'tls',
      auth: { type: 'bearer', token: "{{ secret('crm-token') }}", own: 1 },
      options: {},
      operations: { find: { method: 'GET', path: '/a' } },
    };

    expect(secretsOf(connection.auth)).toEqual(['crm-token']);
    expect(formOfConnection(connection).auth).toEqual({ token: 'crm-token', own: 1 });
    expect(bodyOfConnection(formOfConnection(connection))).toMatchObject({
      auth: connection.auth,
      operations: connection.operations,
    });
    expect(
      bodyOfConnection({ ...EMPTY_CONNECTION, kind: 'smtp', address: 'a', auth: { token: 'x' } }),
    ).toEqual({ kind: 'smtp', address: 'a', auth: {}, options: {} });
  });
});

describe('trials', () => {
  test('should read objects only', () => {
    expect(readEvent('{"type": "A"}')).toEqual({ type: 'A' });
    expect(readEvent('[1]')).toBeUndefined();
    expect(readEvent('{')).toBeUndefined();
  });

  test('should take the event of a fire without its id', () => {
    expect(eventToTry({ event: { type: 'A', id: 'e', lobId: null, payload: {} } })).toEqual({
      type: 'A',
      payload: {},
    });
    expect(eventToTry({})).toBeUndefined();
    expect(eventForUrl({ type: 'x'.repeat(3_000) })).toBeUndefined();
  });
});
