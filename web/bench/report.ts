import { readFileSync, writeFileSync } from 'node:fs';
import { quantile, type Samples } from './measure';
import { TITLES, type CaseName, type SizeName } from './sizes';

export const MAX_RATIO = 3;
export const MAX_INTERACTION_MS = 100;

const BEGIN = '<!-- written by ./pawl bench console --write: begin -->\n';
const END = '<!-- written by ./pawl bench console --write: end -->\n';

/** Returns a table of the medians of a case, with the ratio of large to small. */
export function tableOf(name: CaseName, samples: Record<SizeName, Samples>): string {
  const rows = [...samples.small.keys()].map((what) => {
    const small = quantile(samples.small.get(what) ?? [], 0.5);
    const large = quantile(samples.large.get(what) ?? [], 0.5);
    const ratio = small === 0 ? (large === 0 ? 1 : Infinity) : large / small;
    return `| ${what} | ${format(small)} | ${format(large)} | ${format(ratio)} |`;
  });
  return [
    `**${capitalized(TITLES[name])}**`,
    '',
    '| | small | large | ratio |',
    '| --- | ---: | ---: | ---: |',
    ...rows,
    '',
  ].join('\n');
}

/** Returns what misses the aims: interactions, and pages that open, at most three times as slow. */
export function missesOf(name: CaseName, samples: Record<SizeName, Samples>): string[] {
  return [...samples.small.keys()].flatMap((what) => {
    const small = quantile(samples.small.get(what) ?? [], 0.5);
    const large = quantile(samples.large.get(what) ?? [], 0.5);
    // A history is as long as it is; the tests limit its bytes.
    if (what.endsWith('KB received')) return [];
    const isTime = what.endsWith(', ms');
    if (!what.startsWith('open') && isTime && large > MAX_INTERACTION_MS)
      return [`${name}: ${what} is ${format(large)}, above ${MAX_INTERACTION_MS}`];
    // Less than a frame is nothing that anybody sees.
    const isVisible = !isTime || large > 1_000 / 60;
    return isVisible && large > MAX_RATIO * small
      ? [`${name}: ${what} is ${format(large)}, ${format(large / small)} times ${format(small)}`]
      : [];
  });
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export function format(value: number): string {
  return value.toLocaleString('en', {
    maximumFractionDigits: value < 10 ? 1 : 0,
  });
}

/** Replaces the generated part of docs/performance.md. */
export function writePage(file: string, text: string): void {
  const page = readFileSync(file, 'utf8');
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`${file} has no markers for the tables`);
  writeFileSync(file, `${page.slice(0, begin + BEGIN.length)}\n${text}\n${page.slice(end)}`);
}
