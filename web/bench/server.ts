import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const MAX_CONNECTIONS = 64;

/** The API of the server for one key. */
export class Api {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS });

  constructor(
    readonly url: string,
    readonly key: string,
  ) {}

  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const text = body === undefined ? '' : JSON.stringify(body);
    const [status, answer] = await this.send(method, path, text);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${answer}`);
    return (answer === '' ? undefined : JSON.parse(answer)) as T;
  }

  /** Sends a request; a busy server is asked again. */
  private async send(method: string, path: string, body: string): Promise<[number, string]> {
    for (;;) {
      const answer = await this.sendOnce(method, path, body);
      if (answer[0] !== 429 && answer[0] !== 503) return answer;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }

  private sendOnce(method: string, path: string, body: string): Promise<[number, string]> {
    return new Promise((resolve, reject) => {
      const outgoing = request(
        this.url + path,
        {
          method,
          agent: this.agent,
          headers: {
            Authorization: `Bearer ${this.key}`,
            'Content-Type': 'application/json',
            'Content-Length': Buffer.byteLength(body),
          },
        },
        (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('end', () =>
            resolve([response.statusCode ?? 0, Buffer.concat(parts).toString()]),
          );
          response.on('error', reject);
        },
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }

  /** Does something many times, with as many requests at a time as there are connections. */
  async repeat(count: number, action: (i: number) => Promise<unknown>): Promise<void> {
    let next = 0;
    const clients = Array.from({ length: Math.min(count, MAX_CONNECTIONS) }, async () => {
      while (next < count) await action(next++);
    });
    await Promise.all(clients);
  }
}

/** A server of its own for the measurement. */
export interface Server {
  api: Api;
  pid: number;
  stop: () => Promise<void>;
}

/** Starts a server and waits until it is ready. */
export async function startServer(data: string | null, port: number): Promise<Server> {
  const folder = data ?? mkdtempSync(join(tmpdir(), 'pawl-bench-console'));
  const program = join(import.meta.dirname, '../../pawl');
  const process_ = spawn(program, ['up', '--json', '--port', String(port), '--data', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // The server ends with the measurement, however that ends.
  process.once('exit', () => process_.kill('SIGTERM'));
  process.once('SIGTERM', () => process.exit(143));
  process.once('SIGINT', () => process.exit(130));
  const { url, pid, keyFile } = await ready(process_);
  const key = readFileSync(keyFile, 'utf8').trim();
  return {
    api: new Api(url, key),
    pid,
    stop: async () => {
      const ended = new Promise((resolve) => process_.once('exit', resolve));
      process_.kill('SIGTERM');
      await ended;
      if (data === null) rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Started {
  url: string;
  pid: number;
  keyFile: string;
}

function ready(server: ChildProcess): Promise<Started> {
  return new Promise((resolve, reject) => {
    server.once('exit', (code) => reject(new Error(`the server ended with code ${code}`)));
    const lines: string[] = [];
    if (!server.stdout) return;
    createInterface(server.stdout).on('line', (line) => {
      lines.push(line);
      if (line !== '}') return;
      const started = JSON.parse(lines.join('\n')) as Partial<Started>;
      // An error is a document as well; the process ends then.
      if (started.keyFile !== undefined) resolve(started as Started);
    });
  });
}
