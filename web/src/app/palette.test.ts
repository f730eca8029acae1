// @vitest-environment jsdom
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  RouterProvider,
  createMemoryHistory,
  createRootRoute,
  createRouter,
} from '@tanstack/react-router';
import { cleanup, render, screen } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { Palette } from './palette';

beforeAll(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  // The list measures itself.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(cleanup);

function show() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => createElement(Palette, { onClose: () => undefined }),
    }),
    history: createMemoryHistory(),
  });
  const page = createElement(RouterProvider, { router: router as never });
  const inside = createElement(I18nProvider, { i18n, children: page });
  render(createElement(QueryClientProvider, { client, children: inside }));
}

test('should offer all pages when the search fails, and say so', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('no connection')));
  show();
  await screen.findByText('palette.failed');

  const names = screen.getAllByRole('option').map((one) => one.textContent ?? '');
  expect(names).toHaveLength(7);
  expect(names.some((name) => name.includes('nav.settings'))).toBe(true);
});
