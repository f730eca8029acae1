import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Throttle } from './throttle';

describe('Throttle', () => {
  beforeEach(
    () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }),
  );
  afterEach(() => void vi.useRealTimers());

  test('should run at once when nothing was requested for long', () => {
    const action = vi.fn();
    const throttle = new Throttle(action, 0, 250);

    throttle.request();

    expect(action).toHaveBeenCalledTimes(1);
  });

  test('should run at most once per interval, and after the last request', () => {
    const action = vi.fn();
    const throttle = new Throttle(action, 0, 250);

    for (let i = 0; i < 999; i++) {
      throttle.request();
      vi.advanceTimersByTime(1);
    }

    expect(action).toHaveBeenCalledTimes(4);
    vi.advanceTimersByTime(250);
    expect(action).toHaveBeenCalledTimes(5);
    vi.advanceTimersByTime(1_000);
    expect(action).toHaveBeenCalledTimes(5);
  });

  test('should wait for more requests', () => {
    const action = vi.fn();
    const throttle = new Throttle(action, 100, 1_000);

    throttle.request();
    throttle.request();

    expect(action).not.toHaveBeenCalled();
    vi.advanceTimersByTime(100);
    expect(action).toHaveBeenCalledTimes(1);
    throttle.request();
    vi.advanceTimersByTime(999);
    expect(action).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    expect(action).toHaveBeenCalledTimes(2);
  });

  test('should not run after it was stopped', () => {
    const action = vi.fn();
    const throttle = new Throttle(action, 100, 100);

    throttle.request();
    throttle.stop();
    throttle.request();
    vi.advanceTimersByTime(1_000);

    expect(action).not.toHaveBeenCalled();
  });
});
