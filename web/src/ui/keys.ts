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

/** Returns true where Home and End scroll a region; one with `data-page-keys` leaves them to the page. */
export function isInScroller(target: EventTarget | null): boolean {
  let element = target instanceof Element ? target : null;
  while (element && element !== document.body && !element.matches('[data-page-keys]')) {
    if (
      element.scrollHeight > element.clientHeight + 1 &&
      /^(auto|scroll)$/.test(getComputedStyle(element).overflowY)
    )
      return true;
    element = element.parentElement;
  }
  return false;
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
        ((event.key === 'Home' || event.key === 'End') && isInScroller(event.target)) ||
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
