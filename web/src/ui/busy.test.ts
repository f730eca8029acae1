// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useBusy } from './busy';

test('should run an action once for a double click, and again after it has ended', async () => {
  let end = () => {};
  const action = vi.fn(() => new Promise<void>((resolve) => (end = resolve)));
  const { result } = renderHook(() => useBusy(action));
  const [run] = result.current;

  await act(async () => {
    void run();
    void run();
  });

  expect(action).toHaveBeenCalledTimes(1);
  expect(result.current[1]).toBe(true);
  await act(async () => end());
  expect(result.current[1]).toBe(false);
  await act(async () => void result.current[0]());
  expect(action).toHaveBeenCalledTimes(2);
});
