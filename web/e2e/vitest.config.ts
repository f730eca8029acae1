import { defineConfig } from 'vitest/config';

/** Browser tests; the server's ConsoleTest starts a server and sets PAWL_URL and PAWL_KEY. */
export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    fileParallelism: false,
  },
});
