// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useSelection } from './use-selection';

test('should forget the selection when the filter changes, also on the way back', () => {
  const { result, rerender } = renderHook(({ filter }) => useSelection(filter, 'nothing'), {
    initialProps: { filter: 'failed' },
  });
  act(() => result.current[1]('all'));
  expect(result.current[0]).toBe('all');

  rerender({ filter: 'running' });
  expect(result.current[0]).toBe('nothing');

  rerender({ filter: 'failed' });
  expect(result.current[0]).toBe('nothing');
});

test('should keep the selection while the filter is the same', () => {
  const { result, rerender } = renderHook(({ filter }) => useSelection(filter, 'nothing'), {
    initialProps: { filter: 'failed' },
  });
  act(() => result.current[1]('one'));
  rerender({ filter: 'failed' });

  expect(result.current[0]).toBe('one');
});
