import { parse } from 'yaml';

/** Returns the value of a definition in JSON or YAML; null if the text is not valid. */
export function readDefinition(source: string): unknown {
  try {
    return parse(source, { maxAliasCount: 0, logLevel: 'silent' }) as unknown;
  } catch {
    return null;
  }
}
