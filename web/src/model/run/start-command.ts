/** What a person enters to start an execution. */
export interface StartForm {
  input: unknown;
  businessKey: string;
  /** One `name:value` per line. */
  labels: string;
  version: number | null;
}

/** Returns the labels of the text; a line without a colon is a name with an empty value. */
export function labelsOf(text: string): Record<string, string> {
  return Object.fromEntries(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
      .map((line) => {
        const end = line.indexOf(':');
        return end < 0 ? [line, ''] : [line.slice(0, end).trim(), line.slice(end + 1).trim()];
      }),
  );
}

/** Returns the body of the request that starts the execution. */
export function startRequest({ input, businessKey, labels, version }: StartForm): object {
  const all = labelsOf(labels);
  return {
    ...(input === undefined ? {} : { input }),
    ...(businessKey.trim() === '' ? {} : { businessKey: businessKey.trim() }),
    ...(Object.keys(all).length === 0 ? {} : { labels: all }),
    ...(version === null ? {} : { version }),
  };
}

/** Quotes a word for a POSIX shell. */
export const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

/** Returns the command that starts the same execution. */
export function startCommand(flow: string, form: StartForm): string {
  const words = ['pawl', 'start', quoted(flow)];
  if (form.input !== undefined) words.push('--input', quoted(JSON.stringify(form.input)));
  if (form.businessKey.trim() !== '') words.push('--business-key', quoted(form.businessKey.trim()));
  for (const [name, value] of Object.entries(labelsOf(form.labels)))
    words.push('--label', quoted(`${name}:${value}`));
  if (form.version !== null) words.push('--version', String(form.version));
  return words.join(' ');
}
