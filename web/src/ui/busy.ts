import { useRef, useState } from 'react';

/** Returns an action that does nothing while it runs, such as on a double click, and whether it runs. */
export function useBusy<A extends unknown[]>(
  action: (...args: A) => Promise<void>,
): [run: (...args: A) => Promise<void>, isBusy: boolean] {
  const [isBusy, setBusy] = useState(false);
  // The state is too late for a second click before the next rendering.
  const isRunning = useRef(false);
  const run = async (...args: A) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    try {
      await action(...args);
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return [run, isBusy];
}
