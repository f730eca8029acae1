import type { Change } from './changes';
import { IdempotencyKeys, newKey } from './idempotency-keys';
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

const idempotencyKeys = new IdempotencyKeys();

/**
 * Calls the API. A change that is sent again while its outcome is not known, such as after a lost
 * connection, gets the idempotency key that it had, so that it has one effect.
 */
export async function send(path: string, request: Request = {}): Promise<Response> {
  const method = request.method ?? 'GET';
  const url = withQuery(path, request.query);
  const headers: Record<string, string> = {
    'X-Pawl-Client': 'console',
    Accept: 'application/json',
  };
  const options: RequestInit = { method };
  if (request.body !== undefined) {
    headers['Content-Type'] = 'application/json';
    options.body = JSON.stringify(request.body);
  }
  if (request.signal) options.signal = request.signal;
  if (method === 'GET' || path.startsWith('/api/session')) {
    return fetchOnce(url, { ...options, headers: { ...headers, ...request.headers } });
  }
  const change = JSON.stringify([method, url, options.body ?? null]);
  // What can be cancelled is a dry run of a query: its response has to be a new one.
  const key = request.signal ? newKey() : idempotencyKeys.keyOf(change);
  headers['Idempotency-Key'] = key;
  try {
    const response = await fetchOnce(url, {
      ...options,
      headers: { ...headers, ...request.headers },
    });
    idempotencyKeys.release(change, key);
    return response;
  } catch (error) {
    if (isOutcomeKnown(error)) idempotencyKeys.release(change, key);
    throw error;
  }
}

/** Returns true if the change of a failed request certainly has no effect any more. */
function isOutcomeKnown(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  // The request with this key that was sent before is still running.
  if (error.code === 'in-progress') return false;
  return error.status >= 400 && error.status < 500;
}

async function fetchOnce(url: string, options: RequestInit): Promise<Response> {
  const response = await fetch(url, options).catch((error: unknown) => {
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
