import { compileMessage } from '@lingui/message-utils/compileMessage';

/** Reads a catalogue: message id to text. Only `msgid` and `msgstr` are used. */
export function readCatalogue(text: string): Map<string, string> {
  const messages = new Map<string, string>();
  let id = '';
  let target: 'id' | 'text' | null = null;
  let value = '';
  const finish = () => {
    if (target === 'text' && id !== '') messages.set(id, value);
  };
  for (const line of text.split('\n')) {
    const match = /^(?:(msgid|msgstr) )?"(.*)"$/.exec(line.trim());
    if (!match) continue;
    const part = JSON.parse(`"${match[2]}"`) as string;
    if (match[1] === 'msgid') {
      finish();
      target = 'id';
      id = part;
    } else if (match[1] === 'msgstr') {
      target = 'text';
      value = part;
    } else if (target === 'id') id += part;
    else value += part;
  }
  finish();
  return messages;
}

/** Compiles the catalogues when they are imported, so that browsers need no parser for messages. */
export function poPlugin() {
  return {
    name: 'pawl-po',
    transform(code: string, file: string) {
      if (!file.endsWith('.po')) return null;
      const compiled = Object.fromEntries(
        [...readCatalogue(code)].map(([id, text]) => [id, compileMessage(text)]),
      );
      return { code: `export const messages = ${JSON.stringify(compiled)};`, map: null };
    },
  };
}
