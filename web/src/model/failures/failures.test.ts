import { describe, expect, test } from 'vitest';
import { partsOf, placeOf, worstOf } from './course';
import {
  actionsOf,
  beginningOf,
  careOf,
  distinctFactors,
  factorFilter,
  isShownOn,
  percentOf,
  periodOf,
  personOf,
  tabOf,
  versionsOf,
  type Family,
} from './family';
import { keepOrder } from './order';
import { durationOf, EMPTY_RETRY, rateOf, retryProblem, retryRequest } from './retry';
import { sparkBars } from './spark';

const FAMILY: Family = {
  status: 'NEW',
  count: 312,
  versions: [{ version: 7, count: 312 }],
  statusAt: '2026-11-18T08:00:00Z',
};

describe('a family', () => {
  test('should read tabs and periods of URLs, whatever they contain', () => {
    expect([tabOf('known'), tabOf(undefined), tabOf('nonsense')]).toEqual([
      'known',
      'open',
      'open',
    ]);
    expect([periodOf('30d'), periodOf(undefined), periodOf('9y')]).toEqual(['30d', '7d', '7d']);
  });

  test('should offer what its status allows, the most likely first', () => {
    expect(actionsOf('NEW')[0]).toBe('know');
    expect(actionsOf('REOPENED')).not.toContain('reopen');
    expect(actionsOf('KNOWN')).toEqual(['resolve', 'assign', 'reopen']);
    expect(actionsOf('RESOLVED')).toEqual(['reopen', 'assign']);
  });

  test('should be shown on the tabs of its status', () => {
    expect(isShownOn('open', 'KNOWN')).toBe(true);
    expect(isShownOn('open', 'RESOLVED')).toBe(false);
    expect(isShownOn('new', 'REOPENED')).toBe(true);
    expect(isShownOn('new', 'KNOWN')).toBe(false);
    expect(isShownOn('known', 'NEW')).toBe(false);
    expect(isShownOn('resolved', 'RESOLVED')).toBe(true);
  });

  test('should tell that it came back after it was resolved', () => {
    const family: Family = {
      ...FAMILY,
      status: 'REOPENED',
      statusAt: '2026-11-07T09:00:00Z',
      resolvedAt: '2026-11-03T08:00:00Z',
      resolvedBy: 'clerk-2 (k7)',
      assignee: 'clerk-1',
    };

    expect(careOf(family)).toEqual({
      id: 'failures.cameBack',
      values: { days: 4, by: 'clerk-2' },
    });
    expect(careOf({ ...family, statusBy: 'clerk-3' })).toEqual({
      id: 'failures.assigned',
      values: { assignee: 'clerk-1' },
    });
  });

  test('should tell who takes care of it, and what they said', () => {
    expect(careOf(FAMILY)).toBeNull();
    expect(careOf({ ...FAMILY, note: 'ask' })).toEqual({
      id: 'failures.note',
      values: { note: 'ask' },
    });
    expect(careOf({ ...FAMILY, note: 'ask', assignee: 'ops' })).toEqual({
      id: 'failures.assignedNote',
      values: { assignee: 'ops', note: 'ask' },
    });
  });

  test('should name one version or the range', () => {
    expect(versionsOf(FAMILY)).toEqual({ id: 'failures.allVersion', values: { version: 7 } });
    expect(
      versionsOf({
        ...FAMILY,
        versions: [
          { version: 4, count: 30 },
          { version: 2, count: 8 },
          { version: 3, count: 1 },
        ],
      }),
    ).toEqual({ id: 'failures.versions', values: { first: 2, last: 4 } });
    expect(versionsOf({ ...FAMILY, versions: [] })).toBeNull();
  });

  test('should begin with the version that went live in the period', () => {
    const series = { from: '2026-11-12T00:00:00Z' };
    const at = '2026-11-18T09:12:30Z';
    const publishedAt = '2026-11-18T09:12:00Z';

    expect(beginningOf({ series, first: { at, version: 7, publishedAt } })).toEqual({
      id: 'alike.sinceLive',
      version: 7,
      at: publishedAt,
    });
    expect(
      beginningOf({ series, first: { at, version: 7, publishedAt: '2026-01-01T00:00:00Z' } }).id,
    ).toBe('alike.since');
    expect(beginningOf({ series, first: { at: '2026-10-01T00:00:00Z', version: 1 } }).id).toBe(
      'alike.inPeriod',
    );
  });

  test('should not show shares as all or nothing unless they are', () => {
    expect(
      [0, 0.0002, 0.003, 0.22, 0.815, 0.9996, 1].map((share) => percentOf(share, 'en')),
    ).toEqual(['0 %', '0.1 %', '0.3 %', '22 %', '82 %', '99.9 %', '100 %']);
    expect(percentOf(0.003, 'pt-BR')).toBe('0,3 %');
  });

  test('should find executions by factors that the search knows', () => {
    const factor = { name: 'client', value: 'ACME', failureShare: 1, goodShare: 0 };

    expect(factorFilter({ ...factor, kind: 'LABEL' })).toEqual({ label: ['client:ACME'] });
    expect(factorFilter({ ...factor, kind: 'VERSION', value: '7' })).toEqual({ version: '7' });
    expect(factorFilter({ ...factor, kind: 'INPUT' })).toBeNull();
    expect(factorFilter({ ...factor, kind: 'LABEL', value: 'AC*' })).toBeNull();
  });

  test('should not say the same of an input and a label', () => {
    const factor = { name: 'client', value: 'ACME', failureShare: 1, goodShare: 0 };
    const label = { ...factor, kind: 'LABEL' as const };
    const input = { ...factor, kind: 'INPUT' as const };
    const other = { ...input, value: 'Globex' };

    expect(distinctFactors([input, label, other])).toEqual([label, other]);
    expect(distinctFactors([input])).toEqual([input]);
  });

  test('should name people without the ids of their keys', () => {
    expect(personOf('clerk-1 (0199f3)')).toBe('clerk-1');
    expect(personOf('clerk-1')).toBe('clerk-1');
  });
});

describe('the order of the list', () => {
  const rows = (...ids: string[]) => ids.map((id) => ({ id }));

  test('should keep rows in their place and count new ones', () => {
    const { rows: kept, waiting } = keepOrder({ ids: ['a', 'b', 'c'] }, rows('d', 'c', 'a', 'b'));

    expect(kept.map((row) => row.id)).toEqual(['a', 'b', 'c']);
    expect(waiting).toBe(1);
  });

  test('should leave out what is no longer found, and take the newer state of the others', () => {
    const newer = [{ id: 'b', count: 2 }];

    expect(keepOrder({ ids: ['a', 'b'] }, newer)).toEqual({ rows: newer, waiting: 0 });
    expect(keepOrder(null, newer)).toEqual({ rows: newer, waiting: 0 });
  });
});

describe('a retry', () => {
  const scope = { family: '9f2c41d07ab3e865' };

  test('should not repeat what was retried, and stay within the filters', () => {
    expect(retryRequest({ ...scope, version: '7', from: 'A', to: 'B' }, EMPTY_RETRY)).toEqual({
      action: 'retry',
      filter: { family: scope.family, retried: false, version: 7, from: 'A', to: 'B' },
      mode: 'from-failure',
    });
  });

  test('should send rate and reason only if they are given', () => {
    const form = { ...EMPTY_RETRY, mode: 'full' as const, rate: ' 60 ', reason: ' limit raised ' };

    expect(retryRequest(scope, form)).toMatchObject({
      mode: 'full',
      perMinute: 60,
      reason: 'limit raised',
    });
    expect(durationOf(312, 60)).toBe(312_000);
  });

  test('should refuse rates that are none', () => {
    expect([rateOf(''), rateOf('1'), rateOf('60000')]).toEqual([undefined, 1, 60_000]);
    for (const rate of ['0', '-1', '1.5', 'many', '60001'])
      expect(retryProblem({ ...EMPTY_RETRY, rate }), rate).toBe('failures.retry.rateInvalid');
    expect(retryProblem(EMPTY_RETRY)).toBeUndefined();
  });
});

describe('the course', () => {
  const parts = partsOf({
    from: '2026-11-18T00:00:00Z',
    stepSeconds: 21_600,
    counts: [0, 4, 122, 9],
  });

  test('should cut the period into equal parts', () => {
    expect(parts).toHaveLength(4);
    expect(new Date(parts[3]?.to ?? 0).toISOString()).toBe('2026-11-19T00:00:00.000Z');
    expect(worstOf(parts)?.count).toBe(122);
    expect(worstOf(partsOf({ from: '2026-11-18T00:00:00Z', stepSeconds: 1, counts: [0] }))).toBe(
      undefined,
    );
  });

  test('should place times within the period only', () => {
    expect(placeOf('2026-11-18T12:00:00Z', parts)).toBe(0.5);
    expect(placeOf('2026-11-17T12:00:00Z', parts)).toBeNull();
    expect(placeOf(null, parts)).toBeNull();
    expect(placeOf('2026-11-18T12:00:00Z', [])).toBeNull();
  });

  test('should show few failures beside many', () => {
    const [none, one, most] = sparkBars([0, 1, 1_000], 30, 24);

    expect(none).toEqual({ x: 0, width: 9, height: 1, count: 0 });
    expect(one?.height).toBe(3);
    expect(most).toEqual({ x: 20, width: 9, height: 24, count: 1_000 });
    expect(sparkBars([], 30, 24)).toEqual([]);
  });
});
