import type { BindingLike } from './bindings';

/** A binding while it is edited: all fields are texts. */
export interface BindingForm {
  event: string;
  flow: string;
  clientId: string;
  lobId: string;
  productId: string;
  priority: string;
  exclusive: boolean;
  filter: string;
  inputMapping: string;
  key: string;
  onRunning: string;
  debounce: string;
  enabled: boolean;
}

interface Given extends BindingLike {
  key?: string | null;
  onRunning: string;
  inputMapping?: unknown;
  debounce?: unknown;
}

const json = (value: unknown): string =>
  value === undefined || value === null ? '' : JSON.stringify(value, null, 2);

export const EMPTY_BINDING: BindingForm = {
  event: '',
  flow: '',
  clientId: '',
  lobId: '',
  productId: '',
  priority: '0',
  exclusive: false,
  filter: '',
  inputMapping: '',
  key: '',
  onRunning: 'start',
  debounce: '',
  enabled: true,
};

export const formOfBinding = (binding: Given): BindingForm => ({
  event: binding.event,
  flow: binding.flow,
  clientId: binding.clientId ?? '',
  lobId: binding.lobId ?? '',
  productId: binding.productId ?? '',
  priority: String(binding.priority),
  exclusive: binding.exclusive,
  filter: binding.filter ?? '',
  inputMapping: json(binding.inputMapping),
  key: binding.key ?? '',
  onRunning: binding.onRunning,
  debounce: json(binding.debounce),
  enabled: binding.enabled,
});

export type BindingField = keyof BindingForm;

/** Returns the fields that cannot be sent, by the id of the message. */
export function bindingProblems(form: BindingForm): Partial<Record<BindingField, string>> {
  const problems: Partial<Record<BindingField, string>> = {};
  if (form.event.trim() === '') problems.event = 'schema.required';
  if (form.flow === '') problems.flow = 'schema.required';
  if (!/^-?\d{1,9}$/.test(form.priority.trim())) problems.priority = 'schema.integer';
  if (form.inputMapping.trim() !== '' && readMapping(form.inputMapping) === undefined)
    problems.inputMapping = 'schema.json';
  if (form.debounce.trim() !== '' && parsed(form.debounce) === undefined)
    problems.debounce = 'schema.json';
  return problems;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** A mapping is an object, or one path, which may stand without quotes. */
function readMapping(text: string): unknown {
  const trimmed = text.trim();
  return /^!?\$/.test(trimmed) ? trimmed : parsed(trimmed);
}

const given = (text: string): string | undefined => (text.trim() === '' ? undefined : text.trim());

/** Returns what the API takes; fields that are left out get their defaults. */
export function bodyOfBinding(form: BindingForm): Record<string, unknown> {
  return {
    event: form.event.trim(),
    flow: form.flow,
    clientId: given(form.clientId),
    lobId: given(form.lobId),
    productId: given(form.productId),
    priority: Number(form.priority),
    exclusive: form.exclusive,
    filter: given(form.filter),
    inputMapping: form.inputMapping.trim() === '' ? undefined : readMapping(form.inputMapping),
    key: given(form.key),
    onRunning: form.onRunning,
    debounce: form.debounce.trim() === '' ? undefined : parsed(form.debounce),
    enabled: form.enabled,
  };
}

/** Returns the settings of an event trigger for a binding that belongs to it; others are kept. */
export function triggerConfigOf(
  config: Record<string, unknown>,
  form: BindingForm,
): Record<string, unknown> {
  const { flow: _flow, enabled: _enabled, ...fields } = bodyOfBinding(form);
  const kept = config['inputSchema'] === undefined ? {} : { inputSchema: config['inputSchema'] };
  return { ...kept, ...fields };
}
