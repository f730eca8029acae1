import { createServer, connect, type Server, type Socket } from 'node:net';

/** A proxy between browser and node, as a load balancer is one: it can be cut, stall, and turn to another node. */
export class Relay {
  private readonly sockets = new Set<Socket>();
  private server: Server | null = null;
  private isCut = false;
  address = '';

  constructor(private target: URL) {}

  static async to(target: string): Promise<Relay> {
    const relay = new Relay(new URL(target));
    relay.server = createServer((client) => relay.accept(client));
    await new Promise<void>((resolve) => relay.server?.listen(0, '127.0.0.1', resolve));
    const bound = relay.server.address();
    if (bound === null || typeof bound === 'string') throw new Error('the relay has no port');
    relay.address = `http://127.0.0.1:${bound.port}`;
    return relay;
  }

  private accept(client: Socket): void {
    if (this.isCut) {
      client.destroy();
      return;
    }
    const node = connect(Number(this.target.port), this.target.hostname);
    for (const [from, to] of [
      [client, node],
      [node, client],
    ] as const) {
      this.sockets.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.sockets.delete(from);
        to.destroy();
      });
    }
  }

  /** Ends all connections and refuses new ones. */
  cut(): void {
    this.isCut = true;
    for (const socket of this.sockets) socket.destroy();
  }

  /** Keeps connections open, but nothing passes: neither side learns of it. */
  stall(): void {
    for (const socket of this.sockets) {
      socket.unpipe();
      socket.pause();
    }
  }

  /** Lets new connections pass, to another node if one is given. */
  mend(target?: string): void {
    if (target !== undefined) this.target = new URL(target);
    this.isCut = false;
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.server?.close(resolve));
  }
}
