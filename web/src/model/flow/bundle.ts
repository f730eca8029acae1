/** A set of flows in the format of export and import. */
export interface FlowBundle {
  pawl: number;
  flows: readonly unknown[];
}

const MAX_CODE = 100;

/** Returns the code that a file name suggests, such as `order-saga` for `Order saga.asl.yaml`. */
export function codeOfFile(name: string): string {
  return name
    .replace(/\.(asl\.)?(json|ya?ml)$/i, '')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, MAX_CODE);
}

/**
 * Returns what to import from a file: the bundle of an export as it is, or one with the definition
 * in the file. A definition keeps its text, comments included.
 */
export function bundleOf(text: string, fileName: string): FlowBundle {
  const parsed = json(text);
  if (isBundle(parsed)) return parsed;
  const draft = { source: text, format: parsed === undefined ? 'yaml' : 'json' };
  return { pawl: 1, flows: [{ code: codeOfFile(fileName), draft }] };
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isBundle(value: unknown): value is FlowBundle {
  return (
    typeof value === 'object' && value !== null && 'flows' in value && Array.isArray(value.flows)
  );
}

/** Returns one bundle with the flows of several. */
export function joinBundles(bundles: readonly FlowBundle[]): FlowBundle {
  return { pawl: 1, flows: bundles.flatMap((bundle) => bundle.flows) };
}
