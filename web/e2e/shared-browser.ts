import type { BrowserServer } from 'playwright-core';
import { startBrowser } from './browser';

let browser: BrowserServer | undefined;

/** Starts the one browser of all files, which may run at the same time. */
export async function setup(): Promise<void> {
  browser = await startBrowser();
  process.env['PAWL_BROWSER'] = browser.wsEndpoint();
}

export async function teardown(): Promise<void> {
  await browser?.close();
}
