import axe from 'axe-core';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Returns the browser of the machine, or else the one of the npm package, which needs no root. */
async function executable(): Promise<string> {
  for (const folder of (process.env['PATH'] ?? '').split(':')) {
    if (folder !== '' && existsSync(join(folder, 'chromium'))) return join(folder, 'chromium');
  }
  const { default: packaged } = await import('@sparticuz/chromium');
  return packaged.executablePath();
}

export async function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: await executable(), args: FLAGS });
}

/** A page, and everything that went wrong on it. */
export interface WatchedPage {
  page: Page;
  problems: string[];
}

/** Opens a page that records violations of the security policy and uncaught errors. */
export async function newPage(browser: Browser, baseURL: string): Promise<WatchedPage> {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const problems: string[] = [];
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
  page.on('request', (request) => {
    if (!request.url().startsWith(baseURL) && !request.url().startsWith('data:')) {
      problems.push(`a request to another host: ${request.url()}`);
    }
  });
  return { page, problems };
}

/** Returns the accessibility problems of a page that are serious or critical. */
export async function seriousProblems(page: Page): Promise<string[]> {
  const results = (await page.evaluate(
    // The debugger may run what the policy of the page would block.
    `${axe.source}; axe.run(document, { resultTypes: ['violations'] })`,
  )) as axe.AxeResults;
  return results.violations
    .filter((violation) => violation.impact === 'serious' || violation.impact === 'critical')
    .flatMap((violation) =>
      violation.nodes.map(
        (node) => `${violation.id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`,
      ),
    );
}
