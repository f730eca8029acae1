import { describe, expect, test } from 'vitest';
import { bundleOf, codeOfFile, joinBundles } from './bundle';
import { folderOf, foldersOf, plainTags } from './folders';
import { formatRate, healthBars, healthLevel } from './health';

const hour = (runs: number, failures = 0) => ({ from: '2026-11-19T00:00:00Z', runs, failures });

describe('health', () => {
  test('should scale bars to the busiest hour', () => {
    expect(healthBars([hour(10), hour(5), hour(0)], 20).map((bar) => bar.height)).toEqual([
      20, 10, 0,
    ]);
  });

  test('should keep few failures and few runs visible', () => {
    const [many, few] = healthBars([hour(1000, 1), hour(1)], 20);

    expect(many?.failed).toBe(2);
    expect(few?.height).toBe(2);
  });

  test('should never draw more failures than runs', () => {
    expect(healthBars([hour(100), hour(3, 3)], 20)[1]).toMatchObject({ height: 2, failed: 2 });
  });

  test('should warn above 5 % and alarm above 20 %', () => {
    expect([healthLevel(0, 0), healthLevel(100, 5), healthLevel(100, 6)]).toEqual([
      'none',
      'ok',
      'warn',
    ]);
    expect([healthLevel(100, 20), healthLevel(100, 21)]).toEqual(['warn', 'bad']);
  });

  test('should show rates with few digits', () => {
    expect([0, 1, 58, 120].map((part) => formatRate(part, 1000, 'en'))).toEqual([
      '0 %',
      '0.1 %',
      '5.8 %',
      '12 %',
    ]);
    expect(formatRate(1, 100_000, 'en')).toBe('< 0.1 %');
    expect(formatRate(58, 1000, 'pt-BR')).toBe('5,8 %');
    expect(formatRate(0, 0, 'en')).toBe('0 %');
  });
});

describe('folders', () => {
  test('should be the first tag that is a path', () => {
    expect(folderOf(['new', 'commerce/returns', 'other/'])).toBe('commerce/returns');
    expect(folderOf(['commerce/'])).toBe('commerce');
    expect(folderOf(['new'])).toBe('');
    expect(plainTags(['new', 'commerce/returns'])).toEqual(['new']);
  });

  test('should list the folders around folders once', () => {
    expect(foldersOf(['commerce/returns', 'commerce/', 'a/b', 'new'])).toEqual([
      { filter: 'a/', name: 'a', depth: 0 },
      { filter: 'a/b/', name: 'b', depth: 1 },
      { filter: 'commerce/', name: 'commerce', depth: 0 },
      { filter: 'commerce/returns/', name: 'returns', depth: 1 },
    ]);
  });
});

describe('bundles', () => {
  test('should keep an export as it is', () => {
    const text = '{"pawl": 1, "flows": [{"code": "a"}]}';

    expect(bundleOf(text, 'x.json')).toEqual(JSON.parse(text));
  });

  test('should keep the text of a definition', () => {
    const text = '# why\nStartAt: A\n';

    expect(bundleOf(text, 'Order Saga.asl.yaml')).toEqual({
      pawl: 1,
      flows: [{ code: 'order-saga', draft: { source: text, format: 'yaml' } }],
    });
    expect(bundleOf('{"StartAt": "A"}', 'a.json').flows).toEqual([
      { code: 'a', draft: { source: '{"StartAt": "A"}', format: 'json' } },
    ]);
  });

  test('should derive codes from names of files', () => {
    expect(codeOfFile('Überweisung (neu).YML')).toBe('uberweisung-neu');
  });

  test('should join bundles', () => {
    expect(
      joinBundles([bundleOf('a: 1', 'a.yaml'), bundleOf('b: 1', 'b.yaml')]).flows,
    ).toHaveLength(2);
  });
});
