import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { countNodes, heapAfterCollection, mainThreadMillis, probeScript, Traffic } from './probe';
import { SCENARIOS, type Interaction } from './scenarios';
import type { Seeded } from './seed';
import type { CaseName } from './sizes';

/** What was measured of a case and size, by name: one value per round. */
export type Samples = Map<string, number[]>;

const READY_TIMEOUT_MS = 60_000;
const MEGABYTE = 1_000_000;

/** A browser context that is signed in to a tenant. */
export async function signIn(browser: Browser, url: string, key: string): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
  });
  await context.request.post('/api/session', { headers: { Authorization: `Bearer ${key}` } });
  return context;
}

/** Opens the page of a case once, does everything on it, and adds the values to the samples. */
export async function measure(
  context: BrowserContext,
  name: CaseName,
  seeded: Seeded,
  samples: Samples,
  profiles: string | null,
): Promise<void> {
  const scenario = SCENARIOS[name];
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const traffic = await Traffic.of(cdp);
  await page.addInitScript({ content: probeScript(scenario.isReady) });
  const add = (what: string, value: number) => {
    const known = samples.get(what);
    if (known) known.push(value);
    else samples.set(what, [value]);
  };
  const profile = async (what: string, action: () => Promise<unknown>) => {
    const begun = await startProfile(cdp, profiles);
    await action();
    await begun(`${name}-${seeded.size}-${what.replaceAll(' ', '-')}`);
  };
  await profile('open', async () => {
    await page.goto(scenario.path(seeded.shown[name] ?? ''), { waitUntil: 'commit' });
    await page.waitForFunction(() => probe.readyAt > 0, undefined, { timeout: READY_TIMEOUT_MS });
  });
  add('open, ms', await page.evaluate(() => probe.readyAt));
  add('open: main thread, ms', await mainThreadMillis(cdp));
  add('open: requests', traffic.requests);
  add('open: KB received', traffic.bytes / 1_000);
  add('open: DOM nodes', await countNodes(page));
  for (const one of scenario.interactions) {
    const before = await mainThreadMillis(cdp);
    let times: number[] = [];
    await profile(one.name, async () => (times = await one.run(page)));
    const busy = (await mainThreadMillis(cdp)) - before;
    add(`${label(one)}, ms`, one.kind === 'frames' ? quantile(times, 0.95) : quantile(times, 0.5));
    if (one.kind === 'latency') add(`${one.name}, slowest, ms`, Math.max(...times));
    add(`${one.name}: main thread, ms`, busy / Math.max(1, times.length));
  }
  add('heap, MB', (await heapAfterCollection(cdp)) / MEGABYTE);
  add('DOM nodes', await countNodes(page));
  await page.close();
}

function label(one: Interaction): string {
  return one.kind === 'frames' ? `${one.name}: p95 of frames` : one.name;
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Starts a CPU profile if a folder for them is set; returns what saves it. */
async function startProfile(
  cdp: CDPSession,
  folder: string | null,
): Promise<(name: string) => Promise<void>> {
  if (folder === null) return async () => undefined;
  mkdirSync(folder, { recursive: true });
  await cdp.send('Profiler.enable');
  await cdp.send('Profiler.start');
  return async (name) => {
    const { profile } = await cdp.send('Profiler.stop');
    writeFileSync(join(folder, `${name}.cpuprofile`), JSON.stringify(profile));
  };
}

/** Opens each page once, so that code is compiled and data is cached in both sizes alike. */
export async function warmUp(page: Page, name: CaseName, seeded: Seeded): Promise<void> {
  const scenario = SCENARIOS[name];
  await page.goto(scenario.path(seeded.shown[name] ?? ''));
  await page.waitForFunction(scenario.isReady, undefined, { timeout: READY_TIMEOUT_MS });
}
