import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as flows from './flows';
import { Api, type Server } from './server';
import { SIZES, type CaseName, type SizeName } from './sizes';

const FILE = 'console-bench.json';
const WAIT_SECONDS = 60;

/** A tenant with data of one size, and the execution of each case that is shown. */
export interface Seeded {
  size: SizeName;
  key: string;
  shown: Partial<Record<CaseName, string>>;
}

/** Fills the tenants of both sizes; what a kept folder has already is not made again. */
export async function seed(
  server: Server,
  data: string | null,
  cases: readonly CaseName[],
): Promise<Seeded[]> {
  const file = data === null ? null : join(data, FILE);
  const kept = file !== null && existsSync(file);
  const seeded: Seeded[] = kept ? (JSON.parse(readFileSync(file, 'utf8')) as Seeded[]) : [];
  for (const size of ['small', 'large'] as const) {
    let one = seeded.find((other) => other.size === size);
    if (!one) {
      const code = `console-${size}`;
      const { key } = await server.api.call<{ key: string }>('POST', '/api/tenants', { code });
      one = { size, key, shown: {} };
      seeded.push(one);
    }
    const api = new Api(server.api.url, one.key);
    for (const name of cases) {
      if (one.shown[name] !== undefined) continue;
      const begun = performance.now();
      one.shown[name] = await SEEDS[name](api, SIZES[size][name]);
      const seconds = (performance.now() - begun) / 1_000;
      console.error(`seeded ${name} ${size} in ${seconds.toFixed(1)} s`);
      if (file !== null) writeFileSync(file, JSON.stringify(seeded, null, 2));
    }
  }
  return seeded;
}

const SEEDS: Record<CaseName, (api: Api, count: number) => Promise<string>> = {
  steps: (api, count) => run(api, 'steps', flows.stepsFlow, flows.stepsInput(count)),
  states: (api, count) => run(api, 'states', flows.statesFlow(count), { total: 42.5 }),
  items: (api, count) => run(api, 'items', flows.itemsFlow, { items: Array(count).fill(1) }),
  payload: (api, count) => run(api, 'payload', flows.payloadFlow, flows.payloadInput(count)),
  executions: async (api, count) => {
    await deploy(api, 'quick', flows.quickFlow);
    await api.repeat(count, (i) => start(api, 'quick', {}, `A-${i}`));
    return start(api, 'quick', {}, 'last');
  },
};

/** Publishes a flow unless it exists. */
export async function deploy(api: Api, code: string, definition: object): Promise<void> {
  const source = JSON.stringify(definition, null, 2);
  const about = { name: code, code, format: 'json' };
  await api
    .call('POST', '/api/flows?publish=true', { ...about, source })
    .catch((error: unknown) => {
      if (!String(error).includes('code-taken')) throw error;
    });
}

/** Starts an execution and returns its id. */
export async function start(
  api: Api,
  flow: string,
  input: object,
  businessKey: string,
): Promise<string> {
  const path = `/api/flows/${flow}/execute`;
  return (await api.call<{ id: string }>('POST', path, { input, businessKey })).id;
}

/** Runs a flow once and returns the execution when it has succeeded. */
async function run(api: Api, code: string, definition: object, input: object): Promise<string> {
  await deploy(api, code, definition);
  const id = await start(api, code, input, 'A-17');
  for (;;) {
    const { status, error } = await api.call<{ status: string; error?: string }>(
      'GET',
      `/api/flows/executions/${id}?wait=${WAIT_SECONDS}`,
    );
    if (status === 'SUCCEEDED') return id;
    if (status !== 'RUNNING' && status !== 'WAITING' && status !== 'PENDING')
      throw new Error(`execution ${id} of ${code}: ${status} ${error ?? ''}`);
  }
}
