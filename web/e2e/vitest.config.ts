import { defineConfig } from 'vitest/config';

const isExhaustive = process.env['PAWL_TEST_EXHAUSTIVE'] !== undefined;

/**
 * Browser tests; the server's ConsoleTest starts a server and sets PAWL_URL and PAWL_KEY. Files
 * share one browser and have tenants of their own, so that some run at the same time.
 */
export default defineConfig({
  test: {
    // All texts, themes and widths: these take long and change little.
    include: isExhaustive
      ? ['e2e/**/*.exhaustive.ts', 'e2e/every-page.test.ts', 'e2e/hostile.test.ts']
      : ['e2e/**/*.test.ts'],
    globalSetup: ['e2e/shared-browser.ts'],
    setupFiles: ['e2e/own-tenant.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
});
