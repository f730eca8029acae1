import type { Page } from 'playwright-core';
import type { CaseName } from './sizes';

/** Something that a user does, measured in milliseconds. */
export interface Interaction {
  name: string;
  /** `latency`: from the input to the frame that shows its effect; `frames`: time of each frame. */
  kind: 'latency' | 'frames';
  run: (page: Page) => Promise<number[]>;
}

export interface Scenario {
  path: (execution: string) => string;
  /** Runs in the page. */
  isReady: () => boolean;
  interactions: readonly Interaction[];
}

const REPEATS = 20;
const FRAMES = 60;

const painted = (page: Page) => page.evaluate(() => probe.painted());

/** Runs in the page of an execution: true when all its parts are shown. */
export const isRunShown = () =>
  Number(document.querySelector('.ratchet')?.getAttribute('aria-valuemax') ?? 0) > 0 &&
  document.querySelector('.react-flow__node') !== null &&
  document.querySelector('[role=treeitem]') !== null &&
  document.querySelector('.run-detail .json, .run-detail .json-panel') !== null;

const seek: Interaction = {
  name: 'seek',
  kind: 'latency',
  run: async (page) => {
    const box = await page.locator('.ratchet').boundingBox();
    if (!box) throw new Error('the scrubber is not in view');
    const y = box.y + box.height / 2;
    const times: number[] = [];
    await page.mouse.move(box.x + box.width - 16, y);
    await page.mouse.down();
    for (let i = 0; i < REPEATS; i++) {
      await page.mouse.move(box.x + 20 + (((i * 7) % REPEATS) / REPEATS) * (box.width - 40), y);
      times.push(await painted(page));
    }
    await page.mouse.move(box.x + box.width - 13, y);
    await page.mouse.up();
    await page.keyboard.press('l');
    await painted(page);
    return times;
  },
};

const selectStep: Interaction = {
  name: 'select a step',
  kind: 'latency',
  run: async (page) => {
    const times: number[] = [];
    const rows = page.locator('[role=treeitem][data-step]');
    const count = Math.min(6, await rows.count());
    for (let i = 0; i < count; i++) {
      const row = rows.nth((i * 2 + 1) % count);
      const step = await row.getAttribute('data-step');
      await row.click();
      times.push(
        await page.evaluate(
          (wanted) =>
            probe.done(
              () =>
                document.querySelector(
                  `[role=treeitem][aria-selected=true][data-step="${CSS.escape(wanted ?? '')}"]`,
                ) !== null && document.querySelector('.run-detail .skeleton') === null,
            ),
          step,
        ),
      );
    }
    return times;
  },
};

/** Scrolls an element, back and forth so that no end is reached. */
const scroll = (name: string, selector: string): Interaction => ({
  name,
  kind: 'frames',
  run: (page) =>
    page.evaluate(
      ([found, count]) => {
        const box = document.querySelector(found as string);
        if (!box) throw new Error(`${found} is not there`);
        const pixels = Math.min(300, (box.scrollHeight - box.clientHeight) / 8);
        return probe.frames(count as number, (frame) =>
          box.scrollBy(0, Math.floor(frame / 6) % 2 === 0 ? pixels : -pixels / 2),
        );
      },
      [selector, FRAMES],
    ),
});

const pan: Interaction = {
  name: 'pan the canvas',
  kind: 'frames',
  run: async (page) => {
    const box = await page.locator('.react-flow__pane').boundingBox();
    if (!box) throw new Error('the canvas is not in view');
    const [x, y] = [box.x + box.width - 30, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    const frames = page.evaluate((count) => probe.frames(count, () => undefined), FRAMES);
    for (let i = 1; i <= FRAMES / 2; i++)
      await page.mouse.move(x - (i % 2) * 40, y - ((i * 13) % 200));
    await page.mouse.up();
    return frames;
  },
};

const zoomTimeline: Interaction = {
  name: 'zoom the timeline',
  kind: 'latency',
  run: async (page) => {
    const box = await page.locator('.tl-canvas').boundingBox();
    if (!box) throw new Error('the timeline is not in view');
    const times: number[] = [];
    await page.mouse.move(box.x + box.width / 2, box.y + 8);
    for (let i = 0; i < 10; i++) {
      await page.mouse.wheel(0, i % 4 < 2 ? -200 : 200);
      times.push(await painted(page));
    }
    return times;
  },
};

/** Clicks what is found, several times, and waits for the next frame. */
const click = (name: string, selector: string, repeats: number): Interaction => ({
  name,
  kind: 'latency',
  run: async (page) => {
    const times: number[] = [];
    for (let i = 0; i < repeats; i++) {
      await page.locator(selector).first().click();
      times.push(await painted(page));
    }
    return times;
  },
});

const selectNode: Interaction = {
  name: 'select a state',
  kind: 'latency',
  run: async (page) => {
    const times: number[] = [];
    const nodes = page.locator('.react-flow__node-state');
    const count = await nodes.count();
    for (let i = 0; i < 5; i++) {
      await nodes.nth((i * 3) % count).click({ force: true });
      times.push(await painted(page));
    }
    return times;
  },
};

/** Opens the tab of a step and waits for its content. */
const openTab = (tab: string): Interaction => ({
  name: `open ${tab.toLowerCase()}`,
  kind: 'latency',
  run: async (page) => {
    await page.getByRole('tab', { name: tab }).click();
    const time = await page.evaluate(() =>
      probe.done(() => document.querySelector('.run-detail .json') !== null),
    );
    await page.getByRole('tab', { name: 'Input' }).click();
    await painted(page);
    return [time];
  },
});

const searchPayload: Interaction = {
  name: 'search the input',
  kind: 'latency',
  run: async (page) => {
    const times: number[] = [];
    await page.locator('.json-search input').focus();
    for (const letter of 'number 1') {
      await page.keyboard.press(letter === ' ' ? 'Space' : letter);
      times.push(await painted(page));
    }
    return times;
  },
};

export const SCENARIOS: Record<CaseName, Scenario> = {
  steps: {
    path: (id) => `/executions/${id}`,
    isReady: isRunShown,
    interactions: [
      seek,
      scroll('scroll the outline', '.run-side .overflow-auto'),
      selectStep,
      zoomTimeline,
      pan,
    ],
  },
  states: {
    path: (id) => `/executions/${id}`,
    isReady: isRunShown,
    interactions: [pan, seek, selectNode, selectStep, click('zoom out', '.canvas-tools button', 4)],
  },
  items: {
    path: (id) => `/executions/${id}`,
    isReady: isRunShown,
    interactions: [
      seek,
      click(
        'open and close all items',
        '[role=treeitem][data-status=SUCCEEDED]:not([data-step])',
        5,
      ),
      scroll('scroll the items', '.run-side .overflow-auto'),
      selectStep,
      zoomTimeline,
    ],
  },
  executions: {
    path: () => '/executions',
    isReady: () =>
      document.querySelectorAll('.execution-row').length >= 10 &&
      /\d/.test(document.querySelector('.histogram-total')?.textContent ?? ''),
    interactions: [
      scroll('scroll the list', '.execution-table'),
      click('peek at an execution', '.peek-button', 4),
    ],
  },
  payload: {
    path: (id) => `/executions/${id}?step=%2F%401&tab=input`,
    isReady: isRunShown,
    interactions: [
      openTab('Output'),
      openTab('Changes'),
      searchPayload,
      scroll('scroll the input', '.run-detail .overflow-auto, .run-detail .json-lines'),
    ],
  },
};
