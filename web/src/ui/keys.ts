import { useEffect, useRef } from 'react';

/** Returns true where keys are text. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) &&
        !(target instanceof HTMLInputElement && target.type === 'checkbox')))
  );
}

/** Returns true if a layer over the page is open, whose keys are its own. */
export function isCovered(): boolean {
  return document.querySelector('[role="dialog"], [role="menu"]') !== null;
}

/** Handles single keys on a page, outside of fields and dialogs, unless the user turned them off. */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const current = useRef(keys);
  useEffect(() => {
    current.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const action = current.current[event.key];
      if (
        !action ||
        event.defaultPrevented ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        (event.key.length === 1 && document.documentElement.dataset['shortcuts'] === 'off') ||
        isTyping(event.target) ||
        isCovered()
      )
        return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
