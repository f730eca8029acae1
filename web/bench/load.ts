import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import type { Browser } from 'playwright-core';
import { launch } from '../e2e/browser';
import { quickFlow, tickFlow, tickInput } from './flows';
import { signIn, quantile } from './measure';
import { mainThreadMillis, probeScript } from './probe';
import { format } from './report';
import { deploy, start } from './seed';
import { Api, type Server } from './server';

const LISTED = 90;
const LIST_SECONDS = 20;
const CONSOLES = 200;
const ROUNDS = 8;
const ROUND_SECONDS = 6;
const STARTS_PER_SECOND = 300;
const CPU_TICKS_PER_SECOND = 100;

/** Measures an open list under load, and the engine with and without open consoles. */
export async function measureLoad(server: Server): Promise<string> {
  const code = `console-load-${Date.now().toString(36)}`;
  const { key } = await server.api.call<{ key: string }>('POST', '/api/tenants', { code });
  const api = new Api(server.api.url, key);
  await deploy(api, 'quick', quickFlow);
  await deploy(api, 'tick', tickFlow);
  const text = `${await measureList(api)}\n${await measureConsoles(api, server.pid)}`;
  console.log(text);
  return text;
}

/** Starts executions that change all the time, and cancels them after the measurement. */
async function measureList(api: Api): Promise<string> {
  const ids: string[] = [];
  await api.repeat(LISTED, async (i) => ids.push(await start(api, 'tick', tickInput, `T-${i}`)));
  const browser = await launch();
  try {
    return await watchList(api, browser);
  } finally {
    await browser.close();
    await api.repeat(ids.length, (i) =>
      api.call('POST', `/api/flows/executions/${ids[i]}/cancel`, { reason: 'measured' }),
    );
  }
}

/** Opens their list and counts what happens in it. */
async function watchList(api: Api, browser: Browser): Promise<string> {
  const context = await signIn(browser, api.url, api.key);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const isReady = () => document.querySelectorAll('.execution-row').length >= 10;
  await page.addInitScript({ content: probeScript(isReady) });
  await page.goto('/executions');
  await page.waitForFunction(() => probe.readyAt > 0);
  const events = new EventCounter(api);
  await events.settled();
  await page.evaluate(() => {
    probe.longTasks.length = 0;
    const table = document.querySelector('.execution-table [role=rowgroup]:last-child');
    if (!table) throw new Error('the list is not there');
    probe.watchChanges(table);
  });
  const busy = await mainThreadMillis(cdp);
  const counted = events.count;
  const begun = performance.now();
  await page.waitForTimeout(LIST_SECONDS * 1_000);
  const seconds = (performance.now() - begun) / 1_000;
  const share = ((await mainThreadMillis(cdp)) - busy) / (seconds * 1_000);
  const perSecond = (events.count - counted) / seconds;
  const { changes, longTasks } = await page.evaluate(() => ({
    changes: probe.changes,
    longTasks: probe.longTasks,
  }));
  events.close();
  return [
    `**An open list of ${LISTED} executions that change all the time**`,
    '',
    '| | |',
    '| --- | ---: |',
    `| events/s of the tenant | ${format(perSecond)} |`,
    `| renderings of the list/s | ${format(changes / seconds)} |`,
    `| main thread, % of a core | ${format(share * 100)} |`,
    `| tasks above 50 ms in ${LIST_SECONDS} s | ${longTasks.length} |`,
    `| longest of them, ms | ${format(Math.max(0, ...longTasks))} |`,
    '',
  ].join('\n');
}

/** Alternates between rounds without and with open consoles under the same load. */
async function measureConsoles(api: Api, pid: number): Promise<string> {
  const without: Round[] = [];
  const withAll: Round[] = [];
  await loadFor(api, pid, ROUND_SECONDS);
  for (let round = 0; round < ROUNDS; round++) {
    for (const hasConsoles of round % 2 === 0 ? [false, true] : [true, false]) {
      const consoles = hasConsoles ? openConsoles(api, CONSOLES) : [];
      (hasConsoles ? withAll : without).push(await loadFor(api, pid, ROUND_SECONDS));
      for (const socket of consoles) socket.destroy();
    }
  }
  const row = (what: string, of: (round: Round) => number) => {
    const [a, b] = [without, withAll].map((rounds) => quantile(rounds.map(of), 0.5));
    return `| ${what} | ${format(a ?? 0)} | ${format(b ?? 0)} | ${format((b ?? 0) / (a ?? 1))} |`;
  };
  return [
    `**${STARTS_PER_SECOND} executions a second without and with ${CONSOLES} open consoles**`,
    '',
    '| medians of rounds in turns | without | with | ratio |',
    '| --- | ---: | ---: | ---: |',
    row('executions/s', (round) => round.perSecond),
    row('start, median, ms', (round) => round.startMillis),
    row('CPU of the server for an execution, µs', (round) => round.cpuMicros),
    '',
  ].join('\n');
}

interface Round {
  perSecond: number;
  startMillis: number;
  cpuMicros: number;
}

/** Starts executions at the rate of the load. */
async function loadFor(api: Api, pid: number, seconds: number): Promise<Round> {
  const times: number[] = [];
  const all: Promise<void>[] = [];
  const cpu = cpuSeconds(pid);
  const begun = performance.now();
  const one = async () => {
    const at = performance.now();
    await start(api, 'quick', {}, 'load');
    times.push(performance.now() - at);
  };
  for (let i = 0; i < seconds * STARTS_PER_SECOND; i++) {
    const due = begun + (i * 1_000) / STARTS_PER_SECOND - performance.now();
    if (due > 1) await new Promise((resolve) => setTimeout(resolve, due));
    all.push(one());
  }
  await Promise.all(all);
  return {
    perSecond: (times.length * 1_000) / (performance.now() - begun),
    startMillis: quantile(times, 0.5),
    cpuMicros: ((cpuSeconds(pid) - cpu) * 1e6) / times.length,
  };
}

/** Returns the CPU time of a process; Linux only. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / CPU_TICKS_PER_SECOND;
}

/** Opens streams of events as consoles do, which read everything. */
function openConsoles(api: Api, count: number, onData?: (data: Buffer) => void): Socket[] {
  const { hostname, port, host } = new URL(api.url);
  return Array.from({ length: count }, () => {
    const socket = connect(Number(port), hostname);
    socket.write(
      `GET /api/events?topics=executions,flows,jobs HTTP/1.1\r\nHost: ${host}\r\n` +
        `Authorization: Bearer ${api.key}\r\nAccept: text/event-stream\r\n\r\n`,
    );
    socket.on('error', () => undefined);
    if (onData) socket.on('data', onData);
    else socket.resume();
    return socket;
  });
}

const FACT = 'event: fact';
const SETTLING_SECONDS = 3;

/** Counts the events of a tenant by a stream of its own. */
class EventCounter {
  count = 0;
  private rest = '';
  private readonly sockets: Socket[];

  constructor(api: Api) {
    this.sockets = openConsoles(api, 1, (data) => {
      const text = this.rest + data.toString('latin1');
      const parts = text.split(FACT);
      this.count += parts.length - 1;
      this.rest = (parts.at(-1) ?? '').slice(-FACT.length);
    });
  }

  async settled(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, SETTLING_SECONDS * 1_000));
    if (this.count === 0) throw new Error('the stream has no events');
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy();
  }
}
