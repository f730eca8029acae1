import { expect, test } from 'vitest';
import { isEffectKnown } from './commands';

test.each([
  ['cancel', false, false, false],
  ['cancel', true, true, false],
  ['cancel', true, false, true],
  // The server computes no effect of a signal.
  ['signal', false, false, true],
] as const)(
  'should confirm %s only with its preview',
  (action, isSuccess, isPlaceholderData, is) => {
    expect(isEffectKnown(action, { isSuccess, isPlaceholderData })).toBe(is);
  },
);
