import { useEffect } from 'react';

/** Sets the title of the browser tab; pages that show something of a user name it first. */
export function useTitle(...parts: readonly (string | null | undefined)[]): void {
  const title = [...parts.filter(Boolean), 'Pawl'].join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
}
