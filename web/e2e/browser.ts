import axe from 'axe-core';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import {
  chromium,
  type Browser,
  type BrowserContextOptions,
  type BrowserServer,
  type Page,
  type Request,
} from 'playwright-core';
import { KEY } from './server';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const SETTLE_MS = 20_000;

/** Returns the browser of the machine, or else the one of the npm package, which needs no root. */
async function executable(): Promise<string> {
  for (const folder of (process.env['PATH'] ?? '').split(':')) {
    if (folder !== '' && existsSync(join(folder, 'chromium'))) return join(folder, 'chromium');
  }
  const { default: packaged } = await import('@sparticuz/chromium');
  // The package unpacks into the folder for temporary files, where another user may have been first.
  const folder = join(tmpdir(), `pawl-browser-${userInfo().uid}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder;
  try {
    return await packaged.executablePath();
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
}

/** Starts a browser that several processes share. */
export async function startBrowser(): Promise<BrowserServer> {
  return chromium.launchServer({ executablePath: await executable(), args: FLAGS });
}

/** Connects to the shared browser, or starts one; closing it closes the pages of the caller only. */
export async function launch(): Promise<Browser> {
  const shared = process.env['PAWL_BROWSER'];
  return shared === undefined
    ? chromium.launch({ executablePath: await executable(), args: FLAGS })
    : chromium.connect(shared);
}

/** A page, and everything that went wrong on it. */
export interface WatchedPage {
  page: Page;
  problems: string[];
  /** Requests for data that have not been answered; streams of events do not count. */
  pending: Set<Request>;
}

/** Opens a page that records violations of the security policy and uncaught errors. */
export async function newPage(
  browser: Browser,
  baseURL: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  const problems: string[] = [];
  const pending = new Set<Request>();
  await page.exposeFunction('reportProblem', (text: string) => problems.push(text));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report = (window as unknown as { reportProblem: (text: string) => void }).reportProblem;
      report(
        `${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber} ${event.sample}`,
      );
    });
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  page.on('request', (request) => {
    // What the page before asked for is answered to nobody.
    if (request.isNavigationRequest()) pending.clear();
    if (!/\/events(\?|$)/.test(request.url())) pending.add(request);
    if (!request.url().startsWith(baseURL) && !request.url().startsWith('data:')) {
      problems.push(`a request to another host: ${request.url()}`);
    }
  });
  return { page, problems, pending };
}

/** Opens a page that is signed in with a key. */
export async function signedInPage(
  browser: Browser,
  baseURL: string,
  key: string = KEY,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const watched = await newPage(browser, baseURL, options);
  const response = await watched.page
    .context()
    .request.post(`${baseURL}/api/session`, { headers: { Authorization: `Bearer ${key}` } });
  if (!response.ok()) throw new Error(`sign-in: ${response.status()} ${await response.text()}`);
  return watched;
}

/** Waits until a page has what it asked for: no skeleton, no request, fonts and frames drawn. */
export async function settled({ page, pending }: WatchedPage): Promise<void> {
  await page.locator('h1, h2').first().waitFor();
  // Two frames: what arrived is rendered, and may ask for more.
  const isQuiet = async () =>
    (await page.evaluate(
      () =>
        new Promise<boolean>((resolve) =>
          requestAnimationFrame(() =>
            requestAnimationFrame(() =>
              resolve(document.querySelector('.skeleton, main [aria-busy=true]') === null),
            ),
          ),
        ),
    )) && pending.size === 0;
  const deadline = Date.now() + SETTLE_MS;
  for (let quiet = 0; quiet < 3;) {
    quiet = (await isQuiet()) ? quiet + 1 : 0;
    if (Date.now() < deadline) continue;
    const urls = [...pending].map((request) => request.url()).join(', ');
    throw new Error(`${page.url()} is not settled; it waits for ${urls || 'a skeleton'}`);
  }
}

/** Shows the page in a theme. */
export async function setTheme(page: Page, theme: string): Promise<void> {
  await page.evaluate((one) => (document.documentElement.dataset['theme'] = one), theme);
}

/** Returns the accessibility problems of a page that are serious or critical. */
export async function seriousProblems(page: Page): Promise<string[]> {
  const results = (await page.evaluate(
    // The debugger may run what the policy of the page would block.
    // What a dialog covers cannot be read or used, and is dimmed.
    `${axe.source}; axe.run(document.querySelector('.scrim') ? { include: ['[role=dialog]'] } : document, { resultTypes: ['violations'] })`,
  )) as axe.AxeResults;
  return results.violations
    .filter((violation) => violation.impact === 'serious' || violation.impact === 'critical')
    .flatMap((violation) =>
      violation.nodes.map(
        (node) => `${violation.id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`,
      ),
    );
}
