import { afterEach, describe, expect, test, vi } from 'vitest';
import { call, type Request } from './client';
import { IdempotencyKeys } from './idempotency-keys';

const problem = (status: number, code: string) =>
  new Response(JSON.stringify({ code, detail: code }), { status });
const ok = () => new Response('{}');

/** Sends a change once per response, and returns the idempotency keys that were sent. */
async function keysSent(path: string, responses: (Response | Error)[], more: object = {}) {
  const keys: string[] = [];
  vi.stubGlobal('fetch', (_: string, options: RequestInit) => {
    keys.push((options.headers as Record<string, string>)['Idempotency-Key'] ?? '');
    const response = responses[keys.length - 1] ?? ok();
    return response instanceof Error ? Promise.reject(response) : Promise.resolve(response);
  });
  const request = { method: 'POST', change: 'flow.start', body: {}, ...more } as Request;
  for (const _ of responses) await call(path, request).catch(() => undefined);
  return keys;
}

afterEach(() => void vi.unstubAllGlobals());

describe('idempotency keys of changes', () => {
  test('should stay the same after a lost connection and an error of the server', async () => {
    const keys = await keysSent('/api/a', [new TypeError('lost'), problem(503, 'busy'), ok()]);

    expect(keys[0]).not.toBe('');
    expect(new Set(keys).size).toBe(1);
  });

  test('should stay the same while the first request is running on the server', async () => {
    const running = problem(409, 'in-progress');
    const keys = await keysSent('/api/b', [new TypeError('lost'), running, ok()]);

    expect(new Set(keys).size).toBe(1);
  });

  test('should be new after a success and after a rejection', async () => {
    const keys = await keysSent('/api/c', [ok(), problem(422, 'bad-input'), ok()]);

    expect(new Set(keys).size).toBe(3);
  });

  test('should be the same for two requests at a time', async () => {
    const sent: string[] = [];
    let answer = (_: Response) => {};
    vi.stubGlobal('fetch', (_: string, options: RequestInit) => {
      sent.push((options.headers as Record<string, string>)['Idempotency-Key'] ?? '');
      return sent.length > 1
        ? Promise.resolve(ok())
        : new Promise<Response>((resolve) => (answer = resolve));
    });
    const request: Request = { method: 'POST', change: 'flow.start', body: {} };

    const first = call('/api/d', request);
    await call('/api/d', request);
    answer(ok());
    await first;

    expect(sent[0]).toBe(sent[1]);
  });

  test('should be new for another body and for what can be cancelled', async () => {
    const lost = [new TypeError('lost'), new TypeError('lost')];
    const [one] = await keysSent('/api/e', lost, { body: { input: 1 } });
    const [other] = await keysSent('/api/e', lost, { body: { input: 2 } });
    const dryRuns = await keysSent('/api/f', lost, { signal: new AbortController().signal });

    expect(one).not.toBe(other);
    expect(new Set(dryRuns).size).toBe(2);
  });
});

describe('IdempotencyKeys', () => {
  test('should forget keys that are older than 10 minutes', () => {
    let now = 0;
    const keys = new IdempotencyKeys(() => now);
    const key = keys.keyOf('start');

    now = 9 * 60_000;
    expect(keys.keyOf('start')).toBe(key);
    now += 11 * 60_000;
    expect(keys.keyOf('start')).not.toBe(key);
  });

  test('should keep the latest keys', () => {
    const keys = new IdempotencyKeys(() => 0);
    const first = keys.keyOf('0');
    for (let i = 1; i < 99; i++) keys.keyOf(String(i));
    expect(keys.keyOf('0')).toBe(first);
    const second = keys.keyOf('1');

    for (let i = 99; i < 199; i++) keys.keyOf(String(i));

    expect(keys.keyOf('1')).not.toBe(second);
  });
});
