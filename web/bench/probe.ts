import type { CDPSession, Page } from 'playwright-core';

/** What the page itself records: when it was ready, and how long its frames took. */
export interface Probe {
  readyAt: number;
  longTasks: number[];
  /** Resolves after the next frame with the milliseconds since the last input event. */
  painted: () => Promise<number>;
  /** Resolves with the milliseconds from the last input event until the frame in which it is done. */
  done: (isDone: () => boolean) => Promise<number>;
  /** Number of frames in which something below an element has changed. */
  changes: number;
  watchChanges: (element: Element) => void;
  /** Calls an action in each of so many frames and resolves with the times between them. */
  frames: (count: number, action: (frame: number) => void) => Promise<number[]>;
}

declare global {
  var probe: Probe;
}

/** Returns the script that watches a page from its beginning. */
export function probeScript(isReady: () => boolean): string {
  return `(${install.toString()})(${isReady.toString()})`;
}

function install(isReady: () => boolean): void {
  let lastInput = 0;
  for (const type of ['pointerdown', 'pointermove', 'click', 'wheel', 'keydown', 'input'])
    addEventListener(type, (event) => (lastInput = event.timeStamp), { capture: true });
  const afterPaint = (action: () => void) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', action);
      port1.start();
      port2.postMessage(null);
    });
  const probe: Probe = {
    readyAt: 0,
    longTasks: [],
    changes: 0,
    watchChanges: (element) => {
      let isCounted = false;
      const observer = new MutationObserver(() => {
        if (isCounted) return;
        isCounted = true;
        probe.changes++;
        requestAnimationFrame(() => (isCounted = false));
      });
      const all = { childList: true, subtree: true, attributes: true, characterData: true };
      observer.observe(element, all);
    },
    painted: () =>
      new Promise((resolve) => afterPaint(() => resolve(performance.now() - lastInput))),
    done: (isDone) =>
      new Promise((resolve) => {
        const look = () => {
          if (isDone()) afterPaint(() => resolve(performance.now() - lastInput));
          else requestAnimationFrame(look);
        };
        look();
      }),
    frames: (count, action) =>
      new Promise((resolve) => {
        const times: number[] = [];
        let frame = 0;
        let last = 0;
        const next = (now: number) => {
          if (last > 0) times.push(now - last);
          last = now;
          if (frame === count) return resolve(times);
          action(frame++);
          requestAnimationFrame(next);
        };
        requestAnimationFrame(next);
      }),
  };
  globalThis.probe = probe;
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) probe.longTasks.push(one.duration);
  }).observe({ type: 'longtask', buffered: true });
  const watch = () => {
    if (isReady()) afterPaint(() => (probe.readyAt = performance.now()));
    else requestAnimationFrame(watch);
  };
  requestAnimationFrame(watch);
}

/** Counts requests and bytes of a page, without the stream of events. */
export class Traffic {
  requests = 0;
  bytes = 0;

  static async of(cdp: CDPSession): Promise<Traffic> {
    const traffic = new Traffic();
    await cdp.send('Network.enable');
    cdp.on('Network.requestWillBeSent', (event) => {
      if (new URL(event.request.url).pathname.startsWith('/api/')) traffic.requests++;
    });
    cdp.on('Network.dataReceived', (event) => (traffic.bytes += event.encodedDataLength));
    return traffic;
  }
}

/** Returns the bytes of the heap that are in use after a collection. */
export async function heapAfterCollection(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return usedSize;
}

/** Returns the milliseconds that the main thread has worked. */
export async function mainThreadMillis(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (metrics.find((one) => one.name === 'TaskDuration')?.value ?? 0) * 1_000;
}

export async function countNodes(page: Page): Promise<number> {
  return page.evaluate(() => document.querySelectorAll('*').length);
}
