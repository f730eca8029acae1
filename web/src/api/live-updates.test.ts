import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LiveUpdates } from './live-updates';
import type { Fact } from './types';

/** A stream that the page has opened. */
interface Stream {
  resumedFrom: string | undefined;
  send: (id: string, event: string, data: object) => void;
  end: () => void;
}

let streams: Stream[];
let isDown: boolean;
let tabs: LiveUpdates[];

/** Locks as browsers have them: the next request gets the lock when the one before has ended. */
function locks() {
  let last: Promise<unknown> = Promise.resolve();
  return {
    request: (_: string, { signal }: { signal: AbortSignal }, read: () => Promise<void>) => {
      last = last.then(() => (signal.aborted ? undefined : read()));
      return last;
    },
  };
}

function openStream(options: RequestInit): Promise<Response> {
  if (isDown) return Promise.reject(new TypeError('down'));
  const text = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      streams.push({
        resumedFrom: (options.headers as Record<string, string>)['Last-Event-ID'],
        send: (id, event, data) =>
          controller.enqueue(
            text.encode(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
          ),
        end: () => controller.close(),
      });
      options.signal?.addEventListener('abort', () => controller.error(new Error('aborted')));
    },
  });
  return Promise.resolve(new Response(body));
}

function openTab() {
  const live = new LiveUpdates('test');
  tabs.push(live);
  const seen = { facts: [] as string[], gaps: 0 };
  live.onFacts((facts) => seen.facts.push(...facts.map((fact: Fact) => fact.execution)));
  live.onGap(() => seen.gaps++);
  live.start();
  return { live, seen };
}

const isLive = (live: LiveUpdates) => expect.poll(() => live.currentConnection().state);

beforeEach(() => {
  streams = [];
  tabs = [];
  isDown = false;
  vi.stubGlobal('navigator', { locks: locks() });
  vi.stubGlobal('fetch', (_: string, options: RequestInit) => openStream(options));
});

afterEach(() => {
  for (const tab of tabs) tab.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('tabs that share a stream', () => {
  test('should go on where the tab ended that has read it', async () => {
    const first = openTab();
    await isLive(first.live).toBe('live');
    const second = openTab();
    await isLive(second.live).toBe('live');
    streams[0]?.send('1', 'fact', { execution: 'a' });
    await expect.poll(() => second.seen.facts).toEqual(['a']);

    first.live.stop();
    await expect.poll(() => streams.length).toBe(2);
    streams[1]?.send('2', 'fact', { execution: 'b' });

    await expect.poll(() => second.seen.facts).toEqual(['a', 'b']);
    expect(streams[1]?.resumedFrom).toBe('1');
    expect(second.seen.gaps).toBe(0);
  });

  test('should go on after a position without an event', async () => {
    const first = openTab();
    await isLive(first.live).toBe('live');
    const second = openTab();
    streams[0]?.send('7', 'open', {});
    streams[0]?.send('7', 'fact', { execution: 'a' });
    streams[0]?.send('8', 'open', {});
    streams[0]?.send('9', 'fact', { execution: 'b' });
    await expect.poll(() => second.seen.facts).toEqual(['a', 'b']);
    streams[0]?.send('10', 'open', {});
    await expect.poll(() => second.live['lastEventId']).toBe('10');

    first.live.stop();

    await expect.poll(() => streams[1]?.resumedFrom).toBe('10');
  });

  test('should report a gap if the position is not known', async () => {
    const first = openTab();
    await isLive(first.live).toBe('live');
    const second = openTab();
    await isLive(second.live).toBe('live');

    first.live.stop();

    await expect.poll(() => second.seen.gaps).toBe(1);
    expect(streams[1]?.resumedFrom).toBeUndefined();
  });

  test('should try again at once when another tab demands it', async () => {
    // No retry begins by itself.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    isDown = true;
    const first = openTab();
    await isLive(first.live).toBe('lost');
    const second = openTab();
    await isLive(second.live).toBe('lost');
    isDown = false;

    second.live.reconnect();

    await expect.poll(() => streams.length).toBe(1);
  });

  test('should get events at once from a tab with slow timers', async () => {
    const first = openTab();
    await isLive(first.live).toBe('live');
    const posted: unknown[] = [];
    const channel = new BroadcastChannel('test');
    channel.onmessage = ({ data }: MessageEvent) => posted.push(data);
    const deferred = vi.spyOn(globalThis, 'setTimeout').mockImplementation((() => 0) as never);

    streams[0]?.send('1', 'fact', { execution: 'a' });
    for (let i = 0; i < 1_000 && posted.length === 0; i++)
      await new Promise((resolve) => setImmediate(resolve));

    deferred.mockRestore();
    channel.close();
    expect(posted).toEqual([
      { type: 'arrival', arrival: { fact: { execution: 'a' } }, lastEventId: '1' },
    ]);
  });
});
