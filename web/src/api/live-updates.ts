import { EventSourceParserStream } from 'eventsource-parser/stream';
import { send } from './client';
import { SilenceAlarm } from './silence-alarm';
import type { Change, Fact } from './types';

const TOPICS = 'executions,flows,triggers,connections,jobs,failures,tenant';
/** Time in which events are gathered, so that a burst is drawn once. */
const BATCH_MS = 16;
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;

/** The state of the connection: since when it is lost, and when it is tried again. */
export type Connection =
  { state: 'connecting' } | { state: 'live' } | { state: 'lost'; since: number; retryAt: number };

/** What has arrived since the last delivery; `isGap` if events before it were missed. */
interface Arrivals {
  facts: Fact[];
  changes: Change[];
  isGap: boolean;
}

/** What one event of the stream brings. */
interface Arrival {
  fact?: Fact;
  change?: Change;
  isGap?: boolean;
}

/**
 * What tabs send to each other. The position is that of the last event, so that the tab that reads
 * the stream next goes on there.
 */
type Message =
  | { type: 'arrival'; arrival: Arrival; lastEventId: string }
  | { type: 'connection'; connection: Connection; lastEventId: string }
  | { type: 'hello' }
  | { type: 'reconnect' };

const nothing = (): Arrivals => ({ facts: [], changes: [], isGap: false });

/**
 * The feed of the tenant: facts of executions and changes of everything else. Browsers allow few connections per host, so one tab holds a lock and
 * reads the stream, and sends its events to the other tabs.
 */
export class LiveUpdates {
  /** Browsers have locks only on https and loopback; elsewhere each tab reads its own stream. */
  private readonly isShared = 'locks' in navigator;
  private readonly channel: BroadcastChannel;
  private readonly factListeners = new Set<(facts: Fact[]) => void>();
  private readonly changeListeners = new Set<(changes: Change[]) => void>();
  private readonly gapListeners = new Set<() => void>();
  private readonly connectionListeners = new Set<() => void>();
  private readonly ending = new AbortController();
  private connection: Connection = { state: 'connecting' };
  private pending: Arrivals | null = null;
  private lastEventId = '';
  private hasBeenLive = false;
  private wake: () => void = () => {};

  /** @param name the name of the lock and of the channel: tabs with the same one share a stream */
  constructor(private readonly name: string) {
    this.channel = new BroadcastChannel(name);
  }

  start(): void {
    this.channel.onmessage = (event: MessageEvent<Message>) => this.hear(event.data);
    this.post({ type: 'hello' });
    const signal = this.ending.signal;
    const reading = this.isShared
      ? navigator.locks.request(this.name, { signal }, () => this.readUntilEnd(signal))
      : this.readUntilEnd(signal);
    reading.catch(() => {
      // The tab has signed out or is closing.
    });
  }

  stop(): void {
    this.ending.abort();
    this.wake();
    this.channel.close();
  }

  onFacts(listener: (facts: Fact[]) => void): () => void {
    this.factListeners.add(listener);
    return () => this.factListeners.delete(listener);
  }

  /** Registers a listener for changes of flows, triggers, jobs and so on. */
  onChanges(listener: (changes: Change[]) => void): () => void {
    this.changeListeners.add(listener);
    return () => this.changeListeners.delete(listener);
  }

  /** Registers a listener for gaps, after which everything has to be read again. */
  onGap(listener: () => void): () => void {
    this.gapListeners.add(listener);
    return () => this.gapListeners.delete(listener);
  }

  onConnection = (listener: () => void): (() => void) => {
    this.connectionListeners.add(listener);
    return () => this.connectionListeners.delete(listener);
  };

  currentConnection = (): Connection => this.connection;

  /** Has the tab that reads the stream try again now. */
  reconnect(): void {
    this.wake();
    this.post({ type: 'reconnect' });
  }

  private hear(message: Message): void {
    switch (message.type) {
      case 'arrival':
        this.lastEventId = message.lastEventId;
        this.receive(message.arrival);
        break;
      case 'connection':
        this.lastEventId = message.lastEventId;
        if (message.connection.state === 'live') this.hasBeenLive = true;
        this.setConnection(message.connection);
        break;
      case 'hello':
        if (this.isLeader) this.broadcastConnection();
        break;
      case 'reconnect':
        this.wake();
        break;
    }
  }

  private isLeader = false;

  private async readUntilEnd(signal: AbortSignal): Promise<void> {
    this.isLeader = true;
    let retry = FIRST_RETRY_MS;
    while (!signal.aborted) {
      const began = Date.now();
      const silence = new SilenceAlarm(signal);
      try {
        await this.read(silence);
      } catch {
        // A lost connection; the loop tries again.
      } finally {
        silence.stop();
      }
      if (signal.aborted) return;
      retry =
        Date.now() - began > MAX_RETRY_MS ? FIRST_RETRY_MS : Math.min(retry * 2, MAX_RETRY_MS);
      const since = this.connection.state === 'lost' ? this.connection.since : Date.now();
      this.setConnection({ state: 'lost', since, retryAt: Date.now() + retry });
      this.broadcastConnection();
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, retry);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  private async read(silence: SilenceAlarm): Promise<void> {
    const headers: Record<string, string> = { Accept: 'text/event-stream' };
    if (this.lastEventId !== '') headers['Last-Event-ID'] = this.lastEventId;
    const response = await send('/api/events', {
      query: { topics: TOPICS },
      headers,
      signal: silence.signal,
    }).catch((error: unknown) => {
      this.lastEventId = ''; // it may be too old to resume from
      throw error;
    });
    if (response.body === null) return;
    this.setConnection({ state: 'live' });
    this.broadcastConnection();
    if (this.lastEventId === '' && this.hasBeenLive) this.share({ isGap: true });
    this.hasBeenLive = true;
    const events = response.body
      .pipeThrough(silence.heard())
      .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array<ArrayBuffer>>)
      .pipeThrough(new EventSourceParserStream());
    const reader = events.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      if (value.id !== undefined) this.lastEventId = value.id;
      if (value.event === 'fact') this.share({ fact: JSON.parse(value.data) as Fact });
      else if (value.event === 'change') this.share({ change: JSON.parse(value.data) as Change });
      else if (value.id !== undefined) this.share({});
    }
  }

  /** Sends an event to the other tabs at once: timers of a hidden tab are slow. */
  private share(arrival: Arrival): void {
    this.post({ type: 'arrival', arrival, lastEventId: this.lastEventId });
    this.receive(arrival);
  }

  private receive({ fact, change, isGap }: Arrival): void {
    if (fact) this.arrivals().facts.push(fact);
    if (change) this.arrivals().changes.push(change);
    if (isGap) this.arrivals().isGap = true;
  }

  /** Returns what is delivered with the next animation frame, all at once. */
  private arrivals(): Arrivals {
    if (this.pending !== null) return this.pending;
    const arrivals = nothing();
    this.pending = arrivals;
    setTimeout(() => {
      this.pending = null;
      if (this.ending.signal.aborted) return;
      this.deliver(arrivals);
    }, BATCH_MS);
    return arrivals;
  }

  private post(message: Message): void {
    if (this.isShared && !this.ending.signal.aborted) this.channel.postMessage(message);
  }

  private deliver({ facts, changes, isGap }: Arrivals): void {
    if (isGap) for (const listener of this.gapListeners) listener();
    if (facts.length > 0) for (const listener of this.factListeners) listener(facts);
    if (changes.length > 0) for (const listener of this.changeListeners) listener(changes);
  }

  private setConnection(connection: Connection): void {
    this.connection = connection;
    for (const listener of this.connectionListeners) listener();
  }

  private broadcastConnection(): void {
    const { connection, lastEventId } = this;
    this.post({ type: 'connection', connection, lastEventId });
  }
}
