import { describe, expect, test } from 'vitest';
import { findLines, isEqual, jsonDiff, jsonLines, leavesOf, pathOf, sizeOf } from './json-lines';

const written = (lines: ReturnType<typeof jsonLines>) =>
  lines.map(
    (line) =>
      `${line.sign}${' '.repeat(line.depth)}${line.name === null ? '' : `${line.name}: `}${line.text}${line.hasComma ? ',' : ''}`,
  );

describe('lines of JSON', () => {
  test('should be the text of the value', () => {
    const value = { a: [1, { b: null }], 'c d': {}, e: 'x', f: [] };
    const text = jsonLines(value)
      .map((line) => {
        const name = line.name === null ? '' : `${JSON.stringify(line.name)}: `;
        return `${'  '.repeat(line.depth)}${name}${line.text}${line.hasComma ? ',' : ''}`;
      })
      .join('\n');

    expect(JSON.parse(text)).toEqual(value);
  });

  test('should show what differs, and equal parts on one line', () => {
    const before = { order: { id: 'A', items: [1, 2], total: 42.5 }, method: 'visa', old: 1 };
    const after = { order: { id: 'A', items: [1, 2], total: 1942.5 }, method: 'visa', more: [1] };
    const { lines, changed } = jsonDiff(before, after);

    expect(written(lines)).toEqual([
      '{',
      ' order: {',
      '  id: "A"',
      '  items: [ … 2 ]',
      '-  total: 42.5',
      '+  total: 1942.5',
      ' }',
      ' method: "visa"',
      '- old: 1',
      '+ more: [',
      '+  1',
      '+ ]',
      '}',
    ]);
    expect(changed).toBe(3);
    expect(jsonDiff(after, after).changed).toBe(0);
    expect(jsonDiff(1, [1]).changed).toBe(1);
  });

  test('should compare without the order of members', () => {
    expect(isEqual({ a: 1, b: [null] }, { b: [null], a: 1 })).toBe(true);
    expect(isEqual({ a: 1 }, { a: 1, b: undefined })).toBe(false);
    expect(isEqual([], {})).toBe(false);
  });

  test('should have paths that can be used in a definition', () => {
    expect(jsonLines({ a: [{ 'b c': 1 }] }).map((line) => line.path)).toContain("$.a[0]['b c']");
    expect(pathOf('$', "it's", false)).toBe("$['it\\'s']");
  });

  test('should count and find', () => {
    const value = { list: Array.from({ length: 9_000 }, (_, i) => i) };

    expect(sizeOf(value, 5_000)).toBe(5_000);
    expect(sizeOf({ a: 1 }, 5_000)).toBe(2);
    expect(leavesOf({ a: [1, 2], b: {} })).toBe(3);
    expect(findLines(jsonLines({ alpha: 'x', b: 'ALP' }), 'alp')).toEqual([1, 2]);
  });
});
