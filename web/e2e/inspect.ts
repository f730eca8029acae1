import type { Page } from 'playwright-core';

/** Returns what does not fit into the window: a page that scrolls sideways, and what sticks out. */
export async function layoutProblems(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const wide = document.documentElement.scrollWidth;
    const problems = wide > width ? [`the page is ${wide} wide in a window of ${width}`] : [];
    const isClipped = (element: Element) => {
      for (let one = element.parentElement; one; one = one.parentElement)
        if (getComputedStyle(one).overflowX !== 'visible') return true;
      return false;
    };
    for (const element of document.body.querySelectorAll('*')) {
      const box = element.getBoundingClientRect();
      const isSeen = box.width > 0 && box.height > 0 && box.bottom > 0;
      if (isSeen && box.right > width + 1 && !isClipped(element))
        problems.push(`${element.tagName} .${element.className}: ends at ${Math.round(box.right)}`);
    }
    return problems.slice(0, 10);
  });
}

/**
 * Returns names with a change of direction that turns what is written after them; the names end with
 * a W.
 */
export async function directionProblems(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const problems: string[] = [];
    const isBlock = (node: Node) =>
      node instanceof Element && !/^inline/.test(getComputedStyle(node).display);
    const isIsolated = (element: Element) =>
      getComputedStyle(element).display !== 'inline' ||
      /isolate|plaintext/.test(getComputedStyle(element).unicodeBidi);
    const turnsRest = (text: Node) => {
      const content = text.textContent ?? '';
      const rest = content.slice(content.lastIndexOf('W') + 1).replace(/["”…\u2069]/g, '');
      if (rest.trim() !== '' && !content.includes('\u2068')) return true;
      if (content.includes('\u2068')) return false;
      let node = text;
      for (let one = text.parentElement; one; node = one, one = one.parentElement) {
        if (/flex|grid/.test(getComputedStyle(one).display)) return false;
        for (let next = node.nextSibling; next && !isBlock(next); next = next.nextSibling)
          if (next.textContent?.trim()) return true;
        if (isIsolated(one)) return false;
      }
      return false;
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      const element = text.parentElement;
      const isDrawn = element !== null && element.getClientRects().length > 0;
      if (isDrawn && text.textContent?.includes('\u202E') && turnsRest(text))
        problems.push(`${element.closest('[class]')?.className}: ${element.outerHTML}`);
    }
    return problems.slice(0, 10).map((one) => one.slice(0, 260));
  });
}

/** Returns controls that are disabled and do not say why: in their title or their description. */
export async function disabledWithoutReason(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>(
      'button:disabled, input:disabled, select:disabled, textarea:disabled, [aria-disabled=true]',
    );
    return [...controls]
      .filter((control) => control.getClientRects().length > 0)
      .filter((control) => {
        const described = (control.getAttribute('aria-describedby') ?? '')
          .split(/\s+/)
          .map((id) => (id === '' ? '' : document.getElementById(id)?.textContent))
          .join('');
        return !control.title && !described && !control.closest('label[title], fieldset[title]');
      })
      .map((control) => control.outerHTML.slice(0, 200));
  });
}

interface Walk {
  first: Element | null;
  seen: Set<Element>;
  last: { element: Element; look: string; name: string } | null;
}

/**
 * Walks over the page with the Tab key; returns where focus cannot be seen, is covered or outside
 * of the window, and where it cannot leave.
 */
export async function focusProblems(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    document.querySelector<HTMLElement>(':focus')?.blur();
    getSelection()?.removeAllRanges();
    const walk: Walk = { first: null, seen: new Set(), last: null };
    (window as unknown as { walk: Walk }).walk = walk;
  });
  const problems: string[] = [];
  for (let stops = 0; stops < 400; stops++) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate(lookAtFocus);
    problems.push(...found.problems);
    if (found.isDone) {
      if (stops === 0) problems.push('focus stops nowhere');
      return problems;
    }
  }
  return [...problems, 'focus does not leave the page'];
}

function lookAtFocus(): { problems: string[]; isDone: boolean } {
  const { walk } = window as unknown as { walk: Walk };
  const problems: string[] = [];
  const lookOf = (element: Element) => {
    const active = element.getAttribute('aria-activedescendant');
    const shown = [element, active ? document.getElementById(active) : null];
    for (let one = element.parentElement, n = 0; one && n < 2; one = one.parentElement, n++)
      shown.push(one);
    for (const child of element.querySelectorAll('*')) if (shown.length < 12) shown.push(child);
    return shown
      .filter((one) => one !== null)
      .flatMap((one) =>
        [undefined, '::before', '::after'].map((part) => getComputedStyle(one, part)),
      )
      .map((style) =>
        [
          style.outlineStyle === 'none' ? '' : style.outlineWidth + style.outlineColor,
          style.boxShadow,
          style.borderColor,
          style.backgroundColor,
          style.stroke,
        ].join(),
      )
      .join(';');
  };
  const nameOf = (element: Element) =>
    `${element.tagName} .${element.getAttribute('class')} ${(element.getAttribute('aria-label') ?? element.textContent ?? '').slice(0, 40)}`;
  const { last } = walk;
  if (last && last.element.isConnected && last.look === lookOf(last.element))
    problems.push(`focus cannot be seen: ${last.name}`);
  const element = document.activeElement;
  if (!element || element === document.body || walk.seen.has(element)) {
    const isTrapped = element !== document.body && element !== walk.first && element !== null;
    if (isTrapped) problems.push(`focus cannot leave: ${nameOf(element)}`);
    return { problems, isDone: true };
  }
  walk.first ??= element;
  walk.seen.add(element);
  walk.last = { element, look: lookOf(element), name: nameOf(element) };
  const box = element.getBoundingClientRect();
  const left = Math.max(0, box.left);
  const top = Math.max(0, box.top);
  const right = Math.min(innerWidth, box.right);
  const bottom = Math.min(innerHeight, box.bottom);
  if (right <= left || bottom <= top) problems.push(`focus is outside: ${nameOf(element)}`);
  else {
    const points = [
      [(left + right) / 2, (top + bottom) / 2],
      [left + 2, top + 2],
      [right - 2, bottom - 2],
    ] as const;
    const isOnTop = points.some(([x, y]) => {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && (element.contains(hit) || hit.contains(element));
    });
    if (!isOnTop) problems.push(`focus is covered: ${nameOf(element)}`);
  }
  return { problems, isDone: false };
}
