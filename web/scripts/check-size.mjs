// Fails the build when what a browser loads first is larger than the budget (gzip).
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const BUDGET_KB = 250;
const html = readFileSync('dist/index.html', 'utf8');
const files = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map((match) => match[1]);
const bytes = ['index.html', ...files]
  .map((file) => gzipSync(readFileSync(`dist/${file}`)).length)
  .reduce((sum, size) => sum + size, 0);
const kilobytes = Math.ceil(bytes / 1024);
if (kilobytes > BUDGET_KB) {
  console.error(
    `web: the first load is ${kilobytes} KB (gzip); at most ${BUDGET_KB} KB are allowed`,
  );
  process.exit(1);
}
console.log(`web: first load ${kilobytes} of ${BUDGET_KB} KB (gzip)`);
