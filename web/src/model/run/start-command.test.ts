import { expect, test } from 'vitest';
import { labelsOf, startCommand, startRequest } from './start-command';

const FORM = {
  input: { total: 40 },
  businessKey: ' A-17 ',
  labels: 'team:shop\n\nnew',
  version: 3,
};

test('should start with what was entered', () => {
  expect(startRequest(FORM)).toEqual({
    input: { total: 40 },
    businessKey: 'A-17',
    labels: { team: 'shop', new: '' },
    version: 3,
  });
  expect(startRequest({ input: undefined, businessKey: '', labels: '', version: null })).toEqual(
    {},
  );
});

test('should write the same as a command', () => {
  expect(startCommand('order', FORM)).toBe(
    `pawl start order --input '{"total":40}' --business-key A-17 --label team:shop --label new: --version 3`,
  );
});

test('should quote what a shell would read otherwise', () => {
  const form = { input: "it's $HOME", businessKey: '', labels: '', version: null };

  expect(startCommand('a', form)).toBe(`pawl start a --input '"it'\\''s $HOME"'`);
});

test('should keep colons in values of labels', () => {
  expect(labelsOf('at:12:30')).toEqual({ at: '12:30' });
});
