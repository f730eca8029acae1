import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CASES, type CaseName } from './sizes';

export interface Options {
  rounds: number;
  cases: readonly CaseName[];
  /** Folder of the server that stays after the run; null for a temporary one. */
  data: string | null;
  port: number;
  writesPage: boolean;
  hasLoad: boolean;
  /** Folder for profiles of each interaction; null for none. */
  profiles: string | null;
}

const USAGE = `Usage: pawl bench console [OPTIONS]
Measures the web console with small and with large data, in turns, and prints the ratios.
  --rounds N       rounds of each case, the medians count (default 5)
  --only CASES     some of ${CASES.join(',')},load
  --data DIR       keep the data of the server there, and use what is there already
  --port PORT      port of the server (default: any that is free)
  --profiles DIR   write a CPU profile of each interaction, for the developer tools of the browser
  --write          write the tables into docs/performance.md`;

export function readOptions(args: string[]): Options {
  try {
    const { values } = parseArgs({
      args,
      options: {
        rounds: { type: 'string', default: '5' },
        only: { type: 'string', default: [...CASES, 'load'].join(',') },
        data: { type: 'string' },
        port: { type: 'string', default: '0' },
        profiles: { type: 'string' },
        write: { type: 'boolean', default: false },
      },
    });
    const only = values.only.split(',');
    const unknown = only.filter((one) => one !== 'load' && !CASES.includes(one as CaseName));
    if (unknown.length > 0) throw new Error(`--only: unknown case ${unknown.join(', ')}`);
    const rounds = Number(values.rounds);
    if (!Number.isInteger(rounds) || rounds < 1 || rounds > 100)
      throw new Error(`--rounds: ${values.rounds} is not a number from 1 to 100`);
    return {
      rounds,
      cases: CASES.filter((one) => only.includes(one)),
      data: values.data === undefined ? null : resolve(values.data),
      port: Number(values.port),
      writesPage: values.write,
      hasLoad: only.includes('load'),
      profiles: values.profiles === undefined ? null : resolve(values.profiles),
    };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
    process.exit(2);
  }
}
