// @vitest-environment jsdom
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createElement, type ReactElement } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { queryKeys } from '../api/query-keys';
import { ConfirmDialog } from './confirm';
import { GuardedButton } from './guarded-button';

let confirmed = 0;
const onPress = () => confirmed++;

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));
beforeEach(() => (confirmed = 0));
afterEach(cleanup);

function showTo(permissions: readonly string[], element: ReactElement) {
  const client = new QueryClient();
  client.setQueryData(queryKeys.session, { permissions });
  const inside = createElement(I18nProvider, { i18n, children: element });
  render(createElement(QueryClientProvider, { client, children: inside }));
}

const dialog = createElement(ConfirmDialog, {
  title: 'Delete it',
  confirm: 'Delete',
  permission: 'EDIT',
  onConfirm: onPress,
  onClose: () => undefined,
  children: 'It is gone then.',
});

test('should not confirm without the permission, and say which one it needs', () => {
  showTo(['READ'], dialog);
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Delete' });
  fireEvent.submit(button.form!);

  expect(button.disabled).toBe(true);
  expect(screen.getByText('permission.EDIT')).toBeTruthy();
  expect(confirmed).toBe(0);
});

test('should confirm with the permission', () => {
  showTo(['READ', 'EDIT'], dialog);
  fireEvent.submit(screen.getByRole<HTMLButtonElement>('button', { name: 'Delete' }).form!);

  expect(screen.queryByText('permission.EDIT')).toBeNull();
  expect(confirmed).toBe(1);
});

test.each([
  [['READ'], false, 0],
  [['EDIT'], true, 0],
  [['EDIT'], false, 1],
])('should press a button of a sheet: %s, blocked %s', (permissions, isBlocked, presses) => {
  const props = { permission: 'EDIT' as const, isBlocked, onClick: onPress, children: 'Save' };
  showTo(permissions, createElement(GuardedButton, props));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));

  expect(confirmed).toBe(presses);
});
