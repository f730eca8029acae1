import { join } from 'node:path';
import { launch } from '../e2e/browser';
import { measureLoad } from './load';
import { measure, signIn, warmUp, type Samples } from './measure';
import { readOptions, type Options } from './options';
import { missesOf, tableOf, writePage } from './report';
import { seed, type Seeded } from './seed';
import { startServer, type Server } from './server';
import { SIZES, type SizeName } from './sizes';

const PAGE = join(import.meta.dirname, '../../docs/performance.md');

/** Implements `./pawl bench console`. */
export async function main(args: string[]): Promise<void> {
  const options = readOptions(args);
  const server = await startServer(options.data, options.port);
  try {
    const seeded = await seed(server, options.data, options.cases);
    const parts = await measureSizes(options, server, seeded);
    if (options.hasLoad) parts.push(await measureLoad(server));
    if (options.writesPage) writePage(PAGE, parts.join('\n'));
  } finally {
    await server.stop();
  }
}

/** Measures small and large data in turns in one browser. */
async function measureSizes(
  options: Options,
  server: Server,
  seeded: readonly Seeded[],
): Promise<string[]> {
  const browser = await launch();
  const parts: string[] = [];
  const misses: string[] = [];
  for (const name of options.cases) {
    const samples: Record<SizeName, Samples> = { small: new Map(), large: new Map() };
    const contexts = new Map(
      await Promise.all(
        seeded.map(
          async (one) => [one.size, await signIn(browser, server.api.url, one.key)] as const,
        ),
      ),
    );
    for (let round = -1; round < options.rounds; round++) {
      // Each size comes first in half of the rounds.
      for (const one of round % 2 === 0 ? seeded.toReversed() : seeded) {
        const context = contexts.get(one.size);
        if (!context) continue;
        if (round < 0) {
          const page = await context.newPage();
          await warmUp(page, name, one);
          await page.close();
        } else await measure(context, name, one, samples[one.size], options.profiles);
      }
    }
    for (const context of contexts.values()) await context.close();
    const table = tableOf(name, samples);
    console.log(table);
    parts.push(table);
    misses.push(...missesOf(name, samples));
  }
  for (const miss of misses) console.log(`! ${miss}`);
  if (options.cases.length > 0 && misses.length === 0)
    console.log(`All aims are met with ${SIZES.large.steps.toLocaleString('en')} steps and so on.`);
  await browser.close();
  return parts;
}
