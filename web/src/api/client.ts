import type { Change } from './changes';
import type { Problem } from './types';

/** A response that is a problem document, or no response at all (status 0). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly detail: string,
    readonly retryAfterSeconds: number | null,
    readonly problem: Problem | null,
  ) {
    super(detail);
    this.name = 'ApiError';
  }
}

export type Query = Record<
  string,
  string | number | boolean | readonly string[] | undefined | null
>;

interface Options {
  query?: Query;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

interface Read extends Options {
  method?: 'GET';
}

interface Write extends Options {
  method: 'POST' | 'PUT' | 'DELETE';
  /** How the user knows what the request changes: an entry of `changes.ts`. */
  change: Change;
}

export type Request = Read | Write;

/** Returns the path with its query; absent values are left out, lists repeat the name. */
export function withQuery(path: string, query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue;
    if (Array.isArray(value)) for (const one of value) search.append(name, one);
    else search.append(name, String(value));
  }
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}

function newKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).reduce((key, n) => key + n.toString(36), '');
}

/**
 * Calls the API. Every change gets an idempotency key of its own, so that a repeated request of the
 * same action has one effect.
 */
export async function send(path: string, request: Request = {}): Promise<Response> {
  const method = request.method ?? 'GET';
  const headers: Record<string, string> = {
    'X-Pawl-Client': 'console',
    Accept: 'application/json',
  };
  if (request.body !== undefined) headers['Content-Type'] = 'application/json';
  if (method !== 'GET' && !path.startsWith('/api/session')) headers['Idempotency-Key'] = newKey();
  const options: RequestInit = { method, headers: { ...headers, ...request.headers } };
  if (request.body !== undefined) options.body = JSON.stringify(request.body);
  if (request.signal) options.signal = request.signal;
  const response = await fetch(withQuery(path, request.query), options).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(0, 'unreachable', String(error), null, null);
  });
  if (!response.ok) throw await errorOf(response);
  return response;
}

/** Calls the API and returns the JSON of the response. */
export async function call<T>(path: string, request: Request = {}): Promise<T> {
  const response = await send(path, request);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

async function errorOf(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => '');
  const retryAfter = Number.parseInt(response.headers.get('Retry-After') ?? '', 10);
  let problem: Problem | null = null;
  try {
    problem = JSON.parse(text) as Problem;
  } catch {
    // A proxy may answer with a page.
  }
  return new ApiError(
    response.status,
    problem?.code ?? `http-${response.status}`,
    problem?.detail ?? response.statusText,
    Number.isNaN(retryAfter) ? null : retryAfter,
    problem,
  );
}
