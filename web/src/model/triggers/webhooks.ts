/** How a webhook is called. */
export interface WebhookLike {
  path: string;
  authentication: string;
  style?: string | null;
}

/** A sender without a key of the tenant names the tenant in the path. */
export function webhookUrl(origin: string, tenant: string, webhook: WebhookLike): string {
  const needsTenant = webhook.authentication !== 'TENANT_API_KEY' && tenant !== 'default';
  return `${origin}/api/webhooks/${needsTenant ? `@${tenant}/` : ''}${webhook.path}`;
}

/** A command that sends a request; a signature is made by the sender. */
export function webhookCommand(url: string, webhook: WebhookLike): string {
  const key =
    webhook.authentication === 'TENANT_API_KEY' ? ` -H 'Authorization: Bearer YOUR-KEY'` : '';
  return `curl -X POST '${url}' -H 'Content-Type: application/json'${key} -d '{}'`;
}

/** The headers that a style of signatures uses. */
export const STYLE_HEADERS: Readonly<Record<string, readonly string[]>> = {
  standard: ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
  github: ['X-Hub-Signature-256'],
  stripe: ['Stripe-Signature'],
  hmac: [],
};

/** A webhook while it is edited. */
export interface WebhookForm {
  flow: string;
  path: string;
  authentication: string;
  style: string;
  respond: string;
  header: string;
  prefix: string;
  encoding: string;
  template: string;
  timestamp: string;
  id: string;
}

export const EMPTY_WEBHOOK: WebhookForm = {
  flow: '',
  path: '',
  authentication: 'WEBHOOK_SECRET',
  style: 'standard',
  respond: 'async',
  header: '',
  prefix: '',
  encoding: 'hex',
  template: '',
  timestamp: '',
  id: '',
};

type Settings = Readonly<Record<string, unknown>>;
const object = (value: unknown): Settings =>
  typeof value === 'object' && value !== null ? (value as Settings) : {};
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A source is a path into the body, which begins with $, or else the name of a header. */
const sourceText = (value: unknown): string =>
  text(object(value)['path']) || text(object(value)['header']);
const sourceOf = (value: string): Settings | undefined =>
  value.trim() === ''
    ? undefined
    : value.trim().startsWith('$')
      ? { path: value.trim() }
      : { header: value.trim() };

/** Reads the settings of the trigger of a flow; also their short form. */
export function formOfWebhook(flow: string, config: Settings): WebhookForm {
  const short = text(config['webhookPath']);
  const webhook = object(config['webhook']);
  const hmac = object(webhook['hmac']);
  return {
    flow,
    path: short || text(webhook['path']),
    authentication: text((short ? config : webhook)['authentication']) || 'TENANT_API_KEY',
    style: short ? 'hmac' : text(webhook['style']) || (webhook['hmac'] ? 'hmac' : 'standard'),
    respond: text(webhook['respond']) || 'async',
    header: text(hmac['header']),
    prefix: text(hmac['prefix']),
    encoding: text(hmac['encoding']) || 'hex',
    template: text(hmac['template']),
    timestamp: sourceText(hmac['timestamp']),
    id: sourceText(hmac['id']),
  };
}

/** Returns the settings of the trigger with the webhook of a form; schema and mapping are kept. */
export function configOfWebhook(config: Settings, form: WebhookForm): Record<string, unknown> {
  const isSigned = form.authentication === 'WEBHOOK_SECRET';
  const hmac = {
    header: form.header.trim() || undefined,
    prefix: form.prefix.trim() || undefined,
    encoding: form.encoding === 'hex' ? undefined : form.encoding,
    template: form.template.trim() || undefined,
    timestamp: sourceOf(form.timestamp),
    id: sourceOf(form.id),
  };
  const hasHmac = form.style === 'hmac' && Object.values(hmac).some((value) => value !== undefined);
  return {
    ...withoutWebhook(config),
    webhook: {
      path: form.path.trim(),
      authentication: form.authentication,
      ...(isSigned ? { style: form.style } : {}),
      ...(isSigned && hasHmac ? { hmac } : {}),
      ...(form.respond === 'async' ? {} : { respond: form.respond }),
    },
  };
}

/** Returns the settings of the trigger without its webhook: callers of the API still start it. */
export function withoutWebhook(config: Settings): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(config).filter(([name]) => ['inputMapping', 'inputSchema'].includes(name)),
  );
}
