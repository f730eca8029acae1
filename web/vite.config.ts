import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { poPlugin } from './scripts/po.ts';

/** The server whose API `npm run dev` uses. */
const server = process.env.PAWL_URL ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [poPlugin(), react(), tailwindcss()],
  // The server replaces it in every response.
  html: { cspNonce: 'PAWL_NONCE' },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { entryFileNames: 'assets/[name]-[hash].js' } },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/signin?code', '/health'].map((path) => [
        path,
        {
          target: server,
          changeOrigin: true,
          // A session may change things only from the server's own origin.
          headers: { origin: server },
        },
      ]),
    ),
  },
  test: {
    environment: 'node',
    include: ['src/**/*.test.{ts,tsx}'],
    // What hangs shall fail; a busy machine shall not.
    testTimeout: 120_000,
  },
});
