import { describe, expect, test } from 'vitest';
import { attentionRows, type AttentionSources } from './attention';
import {
  areaPath,
  axisLabels,
  bucketAt,
  bucketX,
  linePath,
  placeMarks,
  sparkBars,
  valueTicks,
} from './chart';
import { formatChange, limitCells, shares, signed, trendOf } from './compare';
import { axisTicks, periodOf } from './period';

const PLOT = { left: 30, top: 10, width: 100, height: 50 };
const time = (at: string) => at.slice(11, 16);
const rows = (sources: AttentionSources) => attentionRows(sources, time);
const WORK = { waiting: [], limits: [], unserved: [] };

const family = (id: string, count: number) => ({
  id,
  flowName: 'Order checkout',
  state: 'Charge card',
  error: 'Card.Declined',
  status: 'NEW',
  count,
  versions: [{ version: 7, count }],
  series: { counts: [0, 0, count] },
});

describe('what needs attention', () => {
  test('should be nothing if nothing is wrong', () => {
    const limits = [{ kind: 'ACTIVE' as const, max: 50, used: 37 }];
    const nodes = [{ name: 'n1', status: 'ALIVE', leaseUntil: '2026-11-18T13:00:00Z' }];

    expect(
      rows({
        families: { items: [], open: 0 },
        work: { ...WORK, limits, waiting: [{ kind: 'TIMER', count: 9 }] },
        breakers: [],
        rejected: { count: 0, isMore: false, flow: '', message: '' },
        nodes,
      }),
    ).toEqual([]);
    expect(rows({})).toEqual([]);
  });

  test('should begin with the worst', () => {
    const found = rows({
      families: { items: [family('a', 3), family('b', 312)], open: 4 },
      work: {
        waiting: [
          { kind: 'PAUSED', count: 900 },
          { kind: 'INCIDENT', count: 2 },
          { kind: 'BREAKER', count: 5 },
        ],
        limits: [
          { kind: 'STARTS_PER_DAY', max: 10_000, used: 9_521, reachedAt: '2026-11-18T14:50:00Z' },
          { kind: 'ACTIVE', max: 50, used: 41 },
        ],
        unserved: [
          {
            resource: 'pdf:render',
            tasks: 17,
            since: '2026-11-18T13:02:00Z',
            flowName: 'Claim intake',
            growth: [1, 17],
          },
        ],
      },
      breakers: [{ downstream: 'crm:443', since: '2026-11-18T12:00:00Z', error: 'HttpConnect' }],
      rejected: { count: 100, isMore: true, flow: 'x', message: 'no such field' },
    });

    expect(found.map((row) => `${row.severity} ${row.kind} ${row.count}`)).toEqual([
      'bad failures 312',
      'bad incidents 2',
      'bad limit 95',
      'warn unserved 17',
      'warn limit 82',
      'warn breaker 1',
      'warn rejected 100',
      'info paused 900',
    ]);
    expect(found[0]).toMatchObject({
      strong: 'Card.Declined',
      text: { values: { flow: 'Order checkout', version: 7, state: 'Charge card' } },
      note: { id: 'overview.failures.others', values: { count: 3 } },
      href: '/failures/b',
    });
    expect(found[2]?.note).toEqual({
      id: 'overview.limit.forecast',
      values: { used: 9_521, max: 10_000, time: '14:50' },
    });
    expect(found[3]).toMatchObject({ href: '/handlers?show=pdf%3Arender', spark: [1, 17] });
    expect(found[5]?.note?.id).toBe('overview.breaker.waiting');
    expect(found[6]?.isMore).toBe(true);
  });

  test('should name a reopened family, and one without a state', () => {
    const reopened = { ...family('a', 1), status: 'REOPENED', state: '', error: '' };

    const [row] = rows({ families: { items: [reopened], open: 1 } });

    expect(row?.strong).toBeNull();
    expect(row?.text.id).toBe('overview.failures.flow');
    expect(row?.note?.id).toBe('overview.failures.reopened');
  });

  test('should show three resources and count the others', () => {
    const unserved = [9, 7, 5, 3, 1].map((tasks) => ({
      resource: `r${tasks}`,
      tasks,
      since: '2026-11-18T13:02:00Z',
      flowName: 'Flow',
      growth: [],
    }));

    const found = rows({ work: { ...WORK, unserved } });

    expect(found.map((row) => row.count)).toEqual([9, 7, 5]);
    expect(found.map((row) => row.note?.id)).toEqual([
      'overview.unserved.note',
      'overview.unserved.note',
      'overview.unserved.others',
    ]);
    expect(found[2]?.note?.values).toMatchObject({ count: 2 });
  });

  test('should say what happens at a limit that is full', () => {
    const limits = [{ kind: 'CONCURRENT' as const, max: 5, used: 5, reachedAt: null }];

    const [row] = rows({ work: { ...WORK, limits } });

    expect(row?.count).toBe(100);
    expect(row?.note?.id).toBe('overview.limit.full.CONCURRENT');
  });

  test('should report nodes that do not answer', () => {
    const nodes = [
      { name: 'n1', status: 'ALIVE', leaseUntil: '2026-11-18T13:00:00Z' },
      { name: 'n2', status: 'GONE', leaseUntil: '2026-11-18T12:40:00Z' },
    ];

    const [row] = rows({ nodes });

    expect(row).toMatchObject({ severity: 'warn', count: 1, href: '/settings/nodes' });
    expect(row?.note?.values).toEqual({ name: 'n2', time: '12:40' });
  });
});

describe('charts', () => {
  test.each([
    [48, true, [0, 20, 40, 60]],
    [3, true, [0, 1, 2, 3]],
    [1, true, [0, 1]],
    [0, true, [0, 1]],
    [13.2, false, [0, 5, 10, 15]],
    [0.3, false, [0, 0.1, 0.2, 0.3]],
  ])('should have round values up to %s', (largest, isInteger, ticks) => {
    expect(valueTicks(largest, isInteger)).toEqual(ticks);
  });

  test('should find the bucket at a position', () => {
    expect(bucketX(PLOT, 0, 10)).toBe(35);
    expect([0, 30, 39, 41, 129, 500].map((x) => bucketAt(PLOT, x, 10))).toEqual([0, 0, 0, 1, 9, 9]);
  });

  test('should interrupt a line where there is no value, and show a single one', () => {
    expect(linePath(PLOT, [0, 10, null, 5, null], 10)).toBe('M40 60L60 10M98.5 35h3');
    expect(areaPath(PLOT, [0, 10], 10)).toBe('M55 60L105 10L105 60L55 60Z');
    expect(areaPath(PLOT, [], 10)).toBe('');
  });

  test('should leave out labels without room', () => {
    const labels = axisLabels(PLOT, [0, 20, 40, 80, 100], 0, 100);

    expect(labels).toEqual([
      { at: 20, x: 50 },
      { at: 80, x: 110 },
    ]);
  });

  test('should join publications that coincide and keep their texts apart', () => {
    const marks = [10, 10.5, 60, 95].map((at) => ({ at, item: at }));

    const placed = placeMarks(PLOT, marks, 0, 100, (items) => 'x'.repeat(items.length * 3));

    expect(placed.map(({ items, text }) => [items, text])).toEqual([
      [[95], 'left'],
      [[60], 'left'],
      [[10.5, 10], 'none'],
    ]);
  });

  test('should keep small bars visible', () => {
    expect(sparkBars([0, 1, 100], 20)).toEqual([1, 2, 20]);
    expect(sparkBars([], 20)).toEqual([]);
  });

  test('should have labels at full hours and days', () => {
    const from = new Date(2026, 10, 18, 9, 7).getTime();
    const hour = axisTicks('1h', from, from + 3_600_000);
    const week = axisTicks('7d', from, from + 7 * 86_400_000);

    expect(hour.map((at) => new Date(at).getMinutes())).toEqual([10, 20, 30, 40, 50, 0]);
    expect(week.every((at) => new Date(at).getHours() === 0)).toBe(true);
    expect(week).toHaveLength(7);
  });
});

describe('comparisons', () => {
  test('should write changes with their sign', () => {
    expect(formatChange(104, 100, 'en')).toBe('+4 %');
    expect(formatChange(90, 120, 'en')).toBe('−25 %');
    expect(formatChange(5, 0, 'en')).toBeNull();
    expect(signed(-0.04, 1, 'en')).toBe('±0');
    expect(signed(1_234.5, 1, 'pt-BR')).toBe('+1.234,5');
  });

  test('should regard small changes as none', () => {
    expect(trendOf(1.05, 1)).toBe('same');
    expect(trendOf(10.5, 10)).toBe('same');
    expect(trendOf(41, 10)).toBe('worse');
    expect(trendOf(2, 10)).toBe('better');
  });

  test('should sum up the smallest kinds', () => {
    const counts = [
      { kind: 'TIMER', count: 60 },
      { kind: 'CHILD', count: 0 },
      { kind: 'EVENT', count: 30 },
      { kind: 'PERSON', count: 6 },
      { kind: 'WORKER', count: 4 },
    ];

    expect(shares(counts, 3).map((one) => `${one.kind} ${one.count} ${one.percent}`)).toEqual([
      'TIMER 60 60',
      'EVENT 30 30',
      'OTHER 10 10',
    ]);
    expect(shares([], 3)).toEqual([]);
  });

  test('should show any use of a limit', () => {
    expect(limitCells(37, 50)).toEqual({ on: 37, all: 50 });
    expect(limitCells(1, 10_000)).toEqual({ on: 1, all: 50 });
    expect(limitCells(9, 5)).toEqual({ on: 5, all: 5 });
    expect(limitCells(0, 5)).toEqual({ on: 0, all: 5 });
  });
});

test('should show 24 hours unless the URL names another period', () => {
  expect(['1h', '7d', '2h', undefined].map(periodOf)).toEqual(['1h', '7d', '24h', '24h']);
});
