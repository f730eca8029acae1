import type { Text } from '../i18n/i18n';
import type { GraphNode } from '../model/flow/graph';

/** Returns the key fact of a node in words. */
export function factText(node: GraphNode, t: Text): string {
  switch (node.type) {
    case 'Choice':
      return t('node.rules', { count: Number(node.fact) });
    case 'Parallel':
      return t('node.branches', { count: Number(node.fact) });
    case 'Map':
      return t('node.each', { items: node.fact });
    case 'Graph':
      return t('node.nodes', { count: Number(node.fact) });
    default:
      return node.fact;
  }
}
