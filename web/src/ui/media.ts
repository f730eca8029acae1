import { useSyncExternalStore } from 'react';

const PHONE = '(max-width: 767px)';

/** Returns true if the window is as narrow as that of a phone. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = matchMedia(PHONE);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => matchMedia(PHONE).matches,
  );
}
