import { expect, test } from 'vitest';
import { visible } from './text';

test('should make characters visible that disguise a name', () => {
  expect(visible('invoice\u202Egnp.exe\u200B')).toBe('invoice[U+202E]gnp.exe[U+200B]');
  expect(visible('a\nb')).toBe('a[U+000A]b');
});

test('should keep text of any script', () => {
  for (const text of ['Prüfung', 'مرحبا', 'שלום', '支付', '👩‍🚀', 'a b'])
    expect(visible(text.replace('\u200D', ''))).toBe(text.replace('\u200D', ''));
});
