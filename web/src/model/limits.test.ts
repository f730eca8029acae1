import { expect, test } from 'vitest';
import { readLimit, usageLevel, usedPercent } from './limits';

test.each([
  [0, 100, 0, 'quiet'],
  [79, 100, 79, 'quiet'],
  [80, 100, 80, 'warning'],
  [949, 1000, 94, 'warning'],
  [95, 100, 95, 'alarm'],
  [12, 10, 100, 'alarm'],
  [0, 0, 100, 'alarm'],
])('%d of %d should be %d percent, %s', (used, limit, percent, level) => {
  expect(usedPercent(used, limit)).toBe(percent);
  expect(usageLevel(used, limit)).toBe(level);
});

test.each([
  ['', null],
  [' 12 ', 12],
  ['0', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['many', undefined],
])('"%s" should be read as %s', (text, limit) => {
  expect(readLimit(text)).toBe(limit);
});
