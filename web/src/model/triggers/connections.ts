/** What a connection is; the fields of the API. */
export interface ConnectionLike {
  kind: string;
  address: string;
  tls: string;
  auth: Readonly<Record<string, unknown>>;
  options: Readonly<Record<string, unknown>>;
  operations: Readonly<Record<string, { method: string; path: string }>>;
}

const REFERENCE = /^\{\{\s*secret\('([^']+)'\)\s*\}\}$/;
const DEFAULT_PORT: Readonly<Record<string, number>> = { smtp: 25, smpp: 2775 };

/** Returns the names of the secrets to which credentials refer. */
export function secretsOf(auth: Readonly<Record<string, unknown>>): string[] {
  return Object.values(auth).flatMap((value) => {
    const name = typeof value === 'string' ? REFERENCE.exec(value.trim())?.[1] : undefined;
    return name === undefined ? [] : [name];
  });
}

/** Returns the name under which the circuit breaker of the connection is known. */
export function downstreamOf({ kind, address }: Pick<ConnectionLike, 'kind' | 'address'>): string {
  if (kind === 'http') {
    const match = /^(https?):\/\/(?:[^@/]*@)?(\[[^\]]+\]|[^:/?#]+)(?::(\d+))?/i.exec(address);
    if (!match) return address;
    const port = match[3] ?? (match[1]?.toLowerCase() === 'https' ? '443' : '80');
    return `${(match[2] ?? '').toLowerCase()}:${port}`;
  }
  return /:\d+$/.test(address)
    ? address.toLowerCase()
    : `${address.toLowerCase()}:${DEFAULT_PORT[kind]}`;
}

/** A setting of a kind of connections; a secret is chosen by its name. */
export interface Setting {
  name: string;
  isSecret?: true;
  isRequired?: true;
  options?: readonly string[];
}

/** The credentials of connections of kind http by their type. */
export const HTTP_AUTH: Readonly<Record<string, readonly Setting[]>> = {
  none: [],
  basic: [
    { name: 'user', isRequired: true },
    { name: 'password', isSecret: true, isRequired: true },
  ],
  bearer: [{ name: 'token', isSecret: true, isRequired: true }],
  header: [
    { name: 'name', isRequired: true },
    { name: 'value', isSecret: true, isRequired: true },
  ],
  oauth2: [
    { name: 'tokenUrl', isRequired: true },
    { name: 'clientId', isRequired: true },
    { name: 'clientSecret', isSecret: true, isRequired: true },
    { name: 'scope' },
    { name: 'audience' },
    { name: 'clientAuth', options: ['header', 'body'] },
  ],
  hmac: [
    { name: 'secret', isSecret: true, isRequired: true },
    { name: 'header' },
    { name: 'prefix' },
    { name: 'timestampHeader' },
  ],
};

const LOGIN: readonly Setting[] = [{ name: 'user' }, { name: 'password', isSecret: true }];

/** What connections of a kind have besides their address. */
export const KINDS: Readonly<
  Record<
    string,
    { tls: readonly string[]; auth: readonly Setting[] | null; options: readonly Setting[] }
  >
> = {
  http: { tls: [], auth: null, options: [{ name: 'sender' }] },
  smtp: { tls: ['starttls', 'tls', 'none'], auth: LOGIN, options: [{ name: 'from' }] },
  smpp: {
    tls: ['tls', 'none'],
    auth: LOGIN,
    options: [{ name: 'sender' }, { name: 'systemType' }],
  },
};

export interface Operation {
  name: string;
  method: string;
  path: string;
}

/** A connection while it is edited. */
export interface ConnectionForm {
  name: string;
  kind: string;
  address: string;
  tls: string;
  authType: string;
  auth: Readonly<Record<string, unknown>>;
  options: Readonly<Record<string, unknown>>;
  operations: readonly Operation[];
}

export const EMPTY_CONNECTION: ConnectionForm = {
  name: '',
  kind: 'http',
  address: '',
  tls: '',
  authType: 'none',
  auth: {},
  options: {},
  operations: [],
};

/** Returns the credentials that a form asks for. */
export const authSettings = (form: Pick<ConnectionForm, 'kind' | 'authType'>): readonly Setting[] =>
  KINDS[form.kind]?.auth ?? HTTP_AUTH[form.authType] ?? [];

export function formOfConnection(connection: ConnectionLike & { name: string }): ConnectionForm {
  const { type, ...rest } = connection.auth;
  return {
    name: connection.name,
    kind: connection.kind,
    address: connection.address,
    tls: connection.tls,
    authType: typeof type === 'string' ? type : 'none',
    auth: Object.fromEntries(
      Object.entries(rest).map(([name, value]) => [
        name,
        typeof value === 'string' ? (REFERENCE.exec(value.trim())?.[1] ?? value) : value,
      ]),
    ),
    options: connection.options,
    operations: Object.entries(connection.operations).map(([name, call]) => ({ name, ...call })),
  };
}

/** Returns what the API takes; settings of other types of credentials are left out. */
export function bodyOfConnection(form: ConnectionForm): Record<string, unknown> {
  const settings = authSettings(form);
  const known = Object.values(HTTP_AUTH).flat();
  const others = Object.entries(form.auth).filter(
    ([name]) => ![...known, ...LOGIN].some((one) => one.name === name),
  );
  const auth = Object.fromEntries(
    settings.flatMap(({ name, isSecret }) => {
      const value = form.auth[name];
      if (value === undefined || value === '') return [];
      return [[name, isSecret ? `{{ secret('${String(value)}') }}` : value]];
    }),
  );
  const type = form.kind === 'http' && form.authType !== 'none' ? { type: form.authType } : {};
  return {
    kind: form.kind,
    address: form.address.trim(),
    ...(form.kind === 'http' || form.tls === '' ? {} : { tls: form.tls }),
    auth: { ...type, ...auth, ...Object.fromEntries(others) },
    options: Object.fromEntries(
      Object.entries(form.options).filter(([, value]) => value !== undefined && value !== ''),
    ),
    ...(form.kind === 'http'
      ? {
          operations: Object.fromEntries(
            form.operations
              .filter((one) => one.name.trim() !== '')
              .map(({ name, method, path }) => [name.trim(), { method, path: path.trim() }]),
          ),
        }
      : {}),
  };
}
