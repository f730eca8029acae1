import { expect, test } from 'vitest';
import { graphOf } from './graph';
import { heatOf, labelledWays, shortCount } from './heat';

const state = (name: string, visits: number, failures: number, p95Millis = 10) => ({
  state: name,
  visits,
  failures,
  p95Millis,
});

test('should colour trouble only', () => {
  const heat = heatOf(
    [state('Good', 1000, 0), state('Rare', 1000, 1), state('Bad', 100, 2), state('Worst', 10, 5)],
    'failures',
    new Set(),
    (one) => `${one.failures}`,
  );

  expect([...heat.values()].map((one) => one.level)).toEqual([0, 1, 2, 3]);
});

test('should leave Fail states and fast flows neutral', () => {
  const heat = heatOf([state('No', 10, 10)], 'failures', new Set(['No']), () => 'x');

  expect(heat.get('No')).toEqual({ level: 0, value: '' });
  expect(heatOf([state('Fast', 10, 0, 400)], 'p95', new Set(), () => '').get('Fast')?.level).toBe(
    0,
  );
});

test('should compare times with the slowest state', () => {
  const states = [state('A', 1, 0, 8_000), state('B', 1, 0, 4_000), state('C', 1, 0, 1_000)];

  expect([...heatOf(states, 'p95', new Set(), () => '').values()].map((one) => one.level)).toEqual([
    3, 2, 0,
  ]);
});

test('should label ways where the count changes', () => {
  const machine = graphOf({
    StartAt: 'A',
    States: {
      A: { Type: 'Pass', Next: 'B' },
      B: { Type: 'Choice', Choices: [{ Variable: '$.x', Next: 'C' }], Default: 'D' },
      C: { Type: 'Pass', Next: 'D' },
      D: { Type: 'Succeed' },
    },
  });

  const labels = labelledWays(machine, [
    { from: '(start)', to: 'A', count: 9 },
    { from: 'A', to: 'B', count: 9 },
    { from: 'B', to: 'C', count: 2 },
    { from: 'B', to: 'D', count: 7 },
    { from: 'C', to: 'D', count: 2 },
  ]);

  expect(Object.fromEntries(labels)).toEqual({ '(start)→A': 9, 'B→C': 2, 'B→D': 7 });
});

test('should shorten counts', () => {
  expect([812, 29_504].map((count) => shortCount(count, 'en'))).toEqual(['812', '29.5k']);
});
