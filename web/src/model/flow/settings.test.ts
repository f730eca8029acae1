import { expect, test } from 'vitest';
import { changedSettings, isWord, settingsOf, tagsOf } from './settings';

const FLOW = {
  name: 'Refund',
  description: '',
  type: '',
  category: 'sales',
  priority: 'NORMAL',
  tags: ['a'],
};

test('should name the settings that differ', () => {
  const extended = { ...FLOW, code: 'refund' };

  expect(changedSettings(FLOW, settingsOf(extended))).toEqual([]);
  expect(changedSettings(FLOW, { ...FLOW, name: 'Refunds', tags: ['a', 'b'] })).toEqual([
    'name',
    'tags',
  ]);
});

test('should read tags once each', () => {
  expect(tagsOf(' billing, eu  billing,commerce/returns ')).toEqual([
    'billing',
    'eu',
    'commerce/returns',
  ]);
});

test('should know the words that the server takes', () => {
  expect(['größe', 'a/b', 'a b', '', 'x'.repeat(51)].map(isWord)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
