// @vitest-environment jsdom
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createElement, useState } from 'react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { fieldsOf, problemsOf } from '../model/schema/fields';
import { SchemaForm } from './schema-form';
import { useBrokenFields } from './schema-inputs';

const fields = fieldsOf({
  properties: {
    extra: { title: 'Extra' },
    sizes: { title: 'Sizes', type: 'array', items: { type: 'integer' } },
  },
});
const LAST = { extra: { a: 1 }, sizes: [7] };
let value: unknown;
let isBroken: boolean;

function Form() {
  const [given, setGiven] = useState<unknown>({ extra: { a: 1 } });
  const [hasBroken, onBroken] = useBrokenFields();
  value = given;
  isBroken = hasBroken;
  return createElement(
    'div',
    null,
    createElement(SchemaForm, {
      fields,
      value: given,
      problems: [],
      onChange: setGiven,
      onBroken,
    }),
    createElement('button', { onClick: () => setGiven(LAST) }, 'Copy'),
  );
}

const type = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
const textOf = (label: string) => (screen.getByLabelText(label) as HTMLTextAreaElement).value;

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));
afterEach(cleanup);

const show = () => render(createElement(I18nProvider, { i18n, children: createElement(Form) }));

test('should report text that is no JSON, and keep no former value for it', () => {
  show();
  type('Extra', '{"a": ');

  expect(isBroken).toBe(true);
  expect(value).toEqual({});
  expect(textOf('Extra')).toBe('{"a": ');

  type('Extra', '{"a": 2}');

  expect(isBroken).toBe(false);
  expect(value).toEqual({ extra: { a: 2 } });
});

test('should show a value that comes from outside, also in place of broken text', () => {
  show();
  type('Extra', '{"a": ');
  type('Sizes', '1\n2');
  fireEvent.click(screen.getByText('Copy'));

  expect(isBroken).toBe(false);
  expect(JSON.parse(textOf('Extra'))).toEqual({ a: 1 });
  expect(textOf('Sizes')).toBe('7');
});

test('should take lines that are no numbers as a problem, not as NaN', () => {
  show();
  type('Sizes', '1\nabc\n');

  expect(value).toEqual({ extra: { a: 1 }, sizes: [1, 'abc'] });
  expect(textOf('Sizes')).toBe('1\nabc\n');
  expect(problemsOf(fields, value).map(({ id }) => id)).toEqual(['schema.number']);

  type('Sizes', '1\n2.5');
  expect(problemsOf(fields, value).map(({ id }) => id)).toEqual(['schema.integer']);

  type('Sizes', '1\n2');
  expect(problemsOf(fields, value)).toEqual([]);
});
