// @vitest-environment jsdom
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createElement, useState } from 'react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { Execution } from '../../../api/types';
import { frameTree } from '../../../model/run/frames';
import { History } from '../../../model/run/history.samples';
import { outlineRows } from '../../../model/run/outline-rows';
import { replay, runStateAt } from '../../../model/run/replay';
import { readRun, stepOf } from '../../../model/run/run';
import type { RunView } from '../use-run-view';
import { OutlineTree } from './outline-tree';

const ITEMS = 6;
const execution = { id: 'e1', flow: 'f', status: 'RUNNING', startedAt: '2026-01-01T00:00:00Z' };

/** A task, and a Map with more items than are open at first. */
function history(): History {
  const made = new History().fact(0);
  made.begin('/', 'First');
  const each = made.begin('/', 'Each', 'Map');
  for (let item = 0; item < ITEMS; item++) made.begin(made.child(each, String(item)), 'Look');
  return made;
}

function Outline() {
  const run = readRun(history().data);
  const tree = frameTree(run);
  const state = runStateAt(replay(run), run.eventCount);
  const [selected, setSelected] = useState(0);
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const view = { run, tree, shown: state, moment: null, selected: { index: selected } };
  return createElement(OutlineTree, {
    execution: execution as Execution,
    view: view as unknown as RunView,
    rows: outlineRows({ tree, state, toggled, revealed: new Set(), notReached: [] }),
    onSelect: (step) => setSelected(stepOf(run, step)),
    onToggle: (row) => setToggled(new Map(toggled).set(row.key, !row.isOpen)),
  });
}

const place = () => screen.getByRole('tree').getAttribute('aria-activedescendant');
const press = (...keys: string[]) => {
  for (const key of keys) fireEvent.keyDown(screen.getByRole('tree'), { key });
};

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));
afterEach(cleanup);

test('should reach and open items of a Map by keys', () => {
  render(createElement(I18nProvider, { i18n, children: createElement(Outline) }));
  expect(place()).toBe('row-s0');

  press('ArrowDown', 'ArrowDown');
  const item = place();
  expect(item).toMatch(/^row-f/);

  press('ArrowDown');
  expect(place()).toMatch(/^row-f/);
  expect(place()).not.toBe(item);

  press('ArrowUp', 'ArrowRight', 'ArrowDown');
  expect(place()).toBe('row-s2');

  press('ArrowUp', 'ArrowLeft', 'ArrowDown');
  expect(place()).toMatch(/^row-f/);

  press('ArrowUp', 'Enter', 'ArrowDown');
  expect(place()).toBe('row-s2');
});

test('should come back from an item to the selected step', () => {
  render(createElement(I18nProvider, { i18n, children: createElement(Outline) }));
  press('ArrowDown', 'ArrowDown', 'ArrowUp');

  expect(place()).toBe('row-s1');
});
