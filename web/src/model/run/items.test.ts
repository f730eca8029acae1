import { describe, expect, test } from 'vitest';
import { frameTree } from './frames';
import { History } from './history.samples';
import { itemKey, itemList } from './item-keys';
import { itemsOfChildren, itemsOfStep, orderedItems, parseStatuses, type Items } from './items';
import { replay, runStateAt } from './replay';
import { readRun } from './run';

/** A Map of 10,000 items: every 1,000th failed, every 500th after it waits, the last have not begun. */
function mapItems(held: ReadonlySet<number> = new Set()): Items {
  const history = new History().fact(0);
  const each = history.begin('/', 'Each', 'Map');
  for (let i = 0; i < 9_000; i++) {
    const frame = history.child(each, String(i));
    if (i % 1_000 === 500) {
      history.fact(1).begin(frame, 'Await', 'Wait');
      continue;
    }
    const step = history.fact(1).begin(frame, 'Quote');
    if (i === 8_999) continue;
    if (i % 1_000 === 0) history.change(step, 'FAILED', 1, 'NoTariff');
    else history.change(step, 'SUCCEEDED');
  }
  const run = readRun(history.data);
  const tree = frameTree(run);
  const state = runStateAt(replay(run), run.eventCount);
  const keyOf = (item: number) => `P-${item}`;
  return itemsOfStep({ tree, state, step: 0, total: 10_000, keyOf, held });
}

const shown = (items: Items, statuses: string, text: string) => [
  ...orderedItems(items, { statuses: parseStatuses(statuses), text }),
];

describe('items of a Map', () => {
  test('should be counted by status', () => {
    expect(mapItems().counts).toEqual({
      failed: 9,
      waiting: 9,
      running: 1,
      succeeded: 8_981,
      cancelled: 0,
      pending: 1_000,
    });
  });

  test('should wait where something holds them', () => {
    const running = mapItems().step[8_999] ?? -1;

    expect(mapItems(new Set([running])).counts).toMatchObject({ waiting: 10, running: 0 });
  });

  test('should be shown with failures first, then by index', () => {
    const order = shown(mapItems(), '', '');

    expect(order).toHaveLength(10_000);
    expect(order.slice(0, 3)).toEqual([0, 1_000, 2_000]);
    expect(order.slice(9, 11)).toEqual([500, 1_500]);
    expect(order.slice(18, 20)).toEqual([8_999, 1]);
    expect(order.at(-1)).toBe(9_999);
  });

  test('should be found by status, index, key, state and error', () => {
    const items = mapItems();

    expect(shown(items, 'failed,waiting', '')).toHaveLength(18);
    expect(shown(items, 'failed', '3000')).toEqual([3_000]);
    expect(shown(items, '', 'p-7500')).toEqual([7_500]);
    expect(shown(items, '', 'await')).toHaveLength(9);
    expect(shown(items, '', 'notariff')).toHaveLength(9);
    expect(shown(items, 'pending', 'notariff')).toEqual([]);
  });

  test('should be executions of a distributed Map', () => {
    const items = itemsOfChildren(
      [
        { id: 'b', status: 'FAILED', parentItem: 1, error: 'NoTariff' },
        { id: 'a', status: 'SUCCEEDED', parentItem: 0 },
        { id: 'd', status: 'WAITING', parentItem: 3, businessKey: 'P-3' },
        { id: 'other', status: 'RUNNING', parentItem: null },
      ],
      5,
    );

    expect(items.counts).toMatchObject({ failed: 1, waiting: 1, succeeded: 1, pending: 2 });
    expect(shown(items, '', '')).toEqual([1, 3, 0, 2, 4]);
    expect(items.executionOf(1)).toBe('b');
    expect(items.errorOf(1)).toBe('NoTariff');
    expect(shown(items, '', 'P-3')).toEqual([3]);
  });
});

describe('keys of items', () => {
  test('should be what identifies an item', () => {
    expect(itemKey('A-1')).toBe('A-1');
    expect(itemKey({ total: 3, sku: 'SKU-7' })).toBe('SKU-7');
    expect(itemKey({ policy: { id: 'P-1', name: 'x' } })).toBe('P-1');
    expect(itemKey([1])).toBeNull();
    expect(itemKey('x'.repeat(500))).toHaveLength(81);
  });

  test('should come from the list that the state names', () => {
    const input = { order: { lines: [1, 2] }, a: [3] };

    expect(itemList({ ItemsPath: '$.order.lines' }, input)).toEqual([1, 2]);
    expect(itemList({ Items: '{% $states.input.order.lines %}' }, input)).toEqual([1, 2]);
    expect(itemList({ InputPath: '$.order', ItemsPath: '$.lines' }, input)).toEqual([1, 2]);
    expect(itemList({}, [4])).toEqual([4]);
    expect(itemList({ Items: '{% $map($states.input.a, $f) %}' }, input)).toBeNull();
    expect(itemList({ ItemsPath: '$.none' }, input)).toBeNull();
  });
});
