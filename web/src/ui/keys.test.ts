// @vitest-environment jsdom
import { cleanup, fireEvent, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useKeys } from './keys';

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

/** Adds a region of 100 pixels with content of some height, and returns its content. */
function addRegion(height: number, isOfPage = false): HTMLElement {
  const region = document.createElement('div');
  region.style.overflowY = 'auto';
  region.toggleAttribute('data-page-keys', isOfPage);
  Object.defineProperty(region, 'clientHeight', { value: 100 });
  Object.defineProperty(region, 'scrollHeight', { value: height });
  const content = document.createElement('button');
  region.append(content);
  document.body.append(region);
  return content;
}

test.each([
  ['scrolls', 500, false, false],
  ['has all its content in view', 100, false, true],
  ['leaves the keys to the page', 500, true, true],
])('should take Home and End where the region %s: %s', (_, height, isOfPage, isTaken) => {
  const taken: string[] = [];
  renderHook(() =>
    useKeys({
      Home: () => taken.push('Home'),
      End: () => taken.push('End'),
      l: () => taken.push('l'),
    }),
  );
  const content = addRegion(height, isOfPage);
  for (const key of ['Home', 'End', 'l']) fireEvent.keyDown(content, { key });

  expect(taken).toEqual(isTaken ? ['Home', 'End', 'l'] : ['l']);
});
