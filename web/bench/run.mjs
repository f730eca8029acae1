// Runs the measurements through Vite, since the oldest supported Node.js cannot run TypeScript.
import { createServer } from 'vite';

const vite = await createServer({
  configFile: false,
  root: import.meta.dirname,
  logLevel: 'error',
  appType: 'custom',
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, ws: false, watch: null },
});
try {
  const { main } = await vite.ssrLoadModule('/main.ts');
  await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? (error.stack ?? error.message) : error);
  process.exitCode = 1;
} finally {
  await vite.close();
}
process.exit();
