import { useCallback, useState } from 'react';

/** A selection of one list: it is empty again once the list has another filter, however that came. */
export function useSelection<T>(filter: string, nothing: T): [T, (value: T) => void] {
  const [stored, setStored] = useState({ filter, value: nothing });
  const isOfList = stored.filter === filter;
  // Without it, going back to the first filter would bring back a forgotten selection.
  if (!isOfList) setStored({ filter, value: nothing });
  const select = useCallback((value: T) => setStored({ filter, value }), [filter]);
  return [isOfList ? stored.value : nothing, select];
}
