/** A state that differs between two definitions. */
export interface StateChange {
  kind: string;
  state: string;
  path: string;
  was?: string | null | undefined;
}

const SKIPPED = new Set(['States', 'Branches', 'ItemProcessor', 'Iterator', 'Nodes']);

/**
 * Returns the id of the node that a JSON Pointer to a state names, such as `Ship/0/Book` for
 * `/States/Ship/Branches/0/States/Book`.
 */
export function nodeOfPath(path: string): string {
  const parts = path
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const id: string[] = [];
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i] ?? '';
    // Names follow States and Nodes; a branch is named by its index.
    if (part === 'States' || part === 'Nodes') {
      if (part === 'Nodes') id.push('*');
      id.push(parts[++i] ?? '');
    } else if (part === 'Branches') id.push(parts[++i] ?? '');
    else if (part === 'ItemProcessor' || part === 'Iterator') id.push('*');
    else if (!SKIPPED.has(part)) break;
  }
  return id.join('/');
}

/** Returns the id of the same node before a rename. */
export function nodeBefore(change: StateChange): string {
  const id = nodeOfPath(change.path);
  if (!change.was) return id;
  return [...id.split('/').slice(0, -1), change.was].join('/');
}

/** Returns the kinds of changes by node, of the older and of the newer definition. */
export function changesBySide(
  changes: readonly StateChange[],
): readonly [Map<string, string>, Map<string, string>] {
  const sides = [new Map<string, string>(), new Map<string, string>()] as const;
  for (const change of changes) {
    if (change.kind !== 'ADDED') sides[0].set(nodeBefore(change), change.kind);
    if (change.kind !== 'REMOVED') sides[1].set(nodeOfPath(change.path), change.kind);
  }
  return sides;
}

/** Returns true if a line of a definition begins the state of that name. */
export function beginsState(line: string, state: string): boolean {
  const text = line.trimStart();
  return [JSON.stringify(state), state, `'${state}'`].some((name) => text.startsWith(`${name}:`));
}
