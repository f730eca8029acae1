import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, signedInPage, type WatchedPage } from './browser';
import { api, SERVER } from './server';

interface Reason {
  kind: string;
  what: string;
  release: string;
}

const KINDS = readFileSync(
  join(import.meta.dirname, '../../server/src/main/java/dev/pawl/server/explain/HoldKind.java'),
  'utf8',
)
  .replace(/^[\s\S]*enum HoldKind \{/, '')
  .replace(/;[\s\S]*$/, '')
  .match(/[A-Z_]+/g)!
  .map((name) => name.toLowerCase().replaceAll('_', '-'));

const admin = async (method: string, path: string, body: unknown) => {
  const response = await fetch(SERVER + path, {
    method,
    headers: {
      Authorization: `Bearer ${process.env['PAWL_ADMIN_KEY']}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  expect(response.status, await response.text()).toBeLessThan(300);
};

let flows = 0;
/** Starts an execution of a flow with one state. */
async function run(state: object, code = `holds-${++flows}`): Promise<string> {
  await api('POST', '/api/flows?publish=true', {
    code,
    definition: { StartAt: 'Work', States: { Work: { ...state, End: true } } },
  });
  return again(code);
}
const again = async (code: string) =>
  (await api<{ id: string }>('POST', `/api/flows/${code}/execute`, {})).id;
const poll = async (resource: string) => {
  const [task] = await api<{ token: string }[]>('POST', '/api/workers/poll', {
    resources: [resource],
    worker: 'pay-2',
    wait: 20,
  });
  return encodeURIComponent(task?.token ?? '');
};
const task = (Resource: string, more: object = {}) => ({ Type: 'Task', Resource, ...more });

/** How an execution gets into each kind of hold; each returns the execution. */
const HOLDS: Record<string, () => Promise<string>> = {
  event: () => run({ Type: 'Wait', Event: 'order.paid' }),
  timer: () => run({ Type: 'Wait', Seconds: 3_600 }),
  person: () => run({ Type: 'Human', Title: 'Approve it', Assignees: ['ann'] }),
  'no-worker': () => run(task('nobody')),
  worker: async () => {
    const id = await run(task('mail'));
    await poll('mail');
    return id;
  },
  'no-free-worker': async () => {
    const id = await run(task('print'));
    await poll('print');
    return again(`holds-${flows}`).then((other) => (id === other ? id : other));
  },
  callback: async () => {
    const id = await run(task('ask.waitForTaskToken'));
    await api('POST', `/api/workers/${await poll('ask.waitForTaskToken')}/success`, {});
    return id;
  },
  retry: async () => {
    const id = await run(
      task('oven', { Retry: [{ ErrorEquals: ['Cold'], IntervalSeconds: 3_600 }] }),
    );
    await api('POST', `/api/workers/${await poll('oven')}/failure`, { error: 'Cold' });
    return id;
  },
  child: async () => {
    await run({ Type: 'Wait', Event: 'go' }, 'held-child');
    return run(
      task('arn:aws:states:::states:startExecution.sync:2', {
        Parameters: { StateMachineArn: 'held-child', Input: {} },
      }),
    );
  },
  paused: async () => {
    const id = await run({ Type: 'Wait', Event: 'go' });
    await api('POST', `/api/flows/executions/${id}/pause`, { reason: 'the printer burns' });
    return id;
  },
  limit: async () => {
    await run({ Type: 'Wait', Event: 'go' }, 'narrow');
    await admin('PUT', `/api/tenants/${process.env['PAWL_TENANT']}/limits`, {
      flows: { narrow: { concurrent: 1 } },
    });
    return again('narrow');
  },
  'tenant-paused': async () => {
    const id = await run({ Type: 'Wait', Event: 'go' });
    await api('POST', '/api/admin/flows/pause-all', {
      reason: 'card provider down',
      running: 'pause',
    });
    return id;
  },
};

/** Holds that callers of the API cannot bring about: the page gets an explanation as the server writes it. */
const OUT_OF_REACH = ['incident', 'node-gone', 'queued', 'at-work', 'breaker'];

let browser: Browser;
let watched: WatchedPage;

beforeAll(async () => {
  browser = await launch();
  watched = await signedInPage(browser, SERVER);
});

afterAll(async () => browser?.close());

test('should have an entry for each kind of hold', () => {
  expect([...Object.keys(HOLDS), ...OUT_OF_REACH].toSorted()).toEqual(KINDS.toSorted());
});

async function reasonOf(id: string, kind: string): Promise<Reason> {
  let reasons: Reason[] = [];
  await expect
    .poll(
      async () => {
        ({ reasons } = await api<{ reasons: Reason[] }>(
          'GET',
          `/api/flows/executions/${id}/explain`,
        ));
        return reasons.map((reason) => reason.kind);
      },
      { timeout: 30_000 },
    )
    .toContain(kind);
  return reasons.find((reason) => reason.kind === kind) ?? { kind, what: '', release: '' };
}

test.each(Object.keys(HOLDS))('should explain the hold: %s', async (kind) => {
  const id = (await HOLDS[kind]?.()) ?? '';
  const reason = await reasonOf(id, kind);
  await watched.page.goto(`/executions/${id}`);

  await watched.page.getByText(reason.what).first().waitFor();
  expect(watched.problems).toEqual([]);
});

test.each(OUT_OF_REACH)('should explain the hold: %s', async (kind) => {
  const { page } = watched;
  await api('POST', '/api/admin/flows/resume-all', { reason: 'works again' }).catch(
    () => undefined,
  );
  const id = await run({ Type: 'Wait', Event: 'go' });
  await page.route('**/explain', async (route) => {
    const response = await route.fetch();
    const explanation = (await response.json()) as { reasons: Reason[] };
    const what = `what is known about ${kind}`;
    const shown = { ...explanation.reasons[0], kind, what, release: 'it goes on by itself' };
    await route.fulfill({ response, json: { ...explanation, reasons: [shown] } });
  });
  await page.goto(`/executions/${id}`);

  await page.getByText(`what is known about ${kind}`).first().waitFor();
  await page.unroute('**/explain');
  expect(watched.problems).toEqual([]);
});
