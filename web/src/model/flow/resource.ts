import { allNodes, type Machine } from './graph';

/**
 * Returns the resource of a Task by its name or id; null for other states, for calls of flows, and
 * if Tasks of the same name in different branches call different resources.
 */
export function resourceOf(machine: Machine, state: string): string | null {
  const found = new Set(
    allNodes(machine)
      .filter((node) => node.type === 'Task' && (node.id === state || node.name === state))
      .map((node) => node.fact),
  );
  const [resource] = found;
  return found.size === 1 && resource && !/^flow:|\$/.test(resource) ? resource : null;
}
