import { EXECUTION_STATUSES } from './status';

export interface ParsedFilter {
  id?: string;
  filter: {
    flow?: string;
    status?: string;
    key?: string;
    label?: string[];
    error?: string;
    test?: string;
  };
}

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Reads what was typed into the search field: an id, `name:value` pairs, and other words, which
 * are a business key if they contain a digit and no blank, and words of the error otherwise.
 */
export function parseFilter(text: string): ParsedFilter {
  const trimmed = text.trim();
  if (ID.test(trimmed)) return { id: trimmed, filter: {} };
  const filter: ParsedFilter['filter'] = {};
  const rest: string[] = [];
  for (const word of trimmed.split(/\s+/).filter(Boolean)) {
    const colon = word.indexOf(':');
    const name = colon > 0 ? word.slice(0, colon).toLowerCase() : '';
    const value = word.slice(colon + 1);
    const status = EXECUTION_STATUSES.find((one) => one === value.toUpperCase().replace('-', '_'));
    if (value === '') rest.push(word);
    else if (name === 'status' && status) filter.status = status;
    else if (name === 'flow') filter.flow = value;
    else if (name === 'key') filter.key = value;
    else if (name === 'error') filter.error = value;
    else if (name === 'label') filter.label = [...(filter.label ?? []), value.replace('=', ':')];
    else rest.push(word);
  }
  const words = rest.join(' ');
  if (words === '') return { filter };
  return {
    filter: {
      ...filter,
      ...(rest.length === 1 && /\d/.test(words) ? { key: words } : { error: words }),
    },
  };
}
