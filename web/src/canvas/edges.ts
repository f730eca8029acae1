import { MarkerType, type Edge } from '@xyflow/react';
import type { Text } from '../i18n/i18n';
import type { GraphEdge } from '../model/flow/graph';
import { wayKey } from '../model/flow/heat';
import type { PlanMark } from '../model/run/plan';
import { visible } from '../model/text';
import type { CanvasInput } from './layout';
import { MAX_EDGE_LABEL } from './measure';

const EDGE_COLOURS = {
  '': 'var(--edge)',
  taken: 'var(--edge-ok)',
  bad: 'var(--edge-bad)',
  again: 'var(--edge-again)',
  undone: 'var(--edge-undone)',
};

/** An edge into what runs again is walked again; one between undone nodes is undone. */
function planOf(edge: GraphEdge, plan: ReadonlyMap<string, PlanMark>): 'again' | 'undone' | '' {
  const to = plan.get(edge.to);
  if (edge.kind === 'catch' || to === undefined) return '';
  if (to === 'again' || to === 'follows') return 'again';
  const from = plan.get(edge.from);
  return to === 'undone' && (from === 'undone' || from === 'again') ? 'undone' : '';
}

/** Returns what stands beside an edge: its rule, the error that it catches, or that nothing else applied. */
function wordsOf({ kind, label }: GraphEdge, t: Text): string {
  const short = label.length > MAX_EDGE_LABEL ? `${label.slice(0, MAX_EDGE_LABEL - 1)}…` : label;
  if (kind === 'catch') return t('canvas.onError', { error: short });
  return kind === 'default' ? t('canvas.else') : short;
}

const nameOf = (node: string, t: Text) =>
  node === '(start)' ? t('canvas.start') : visible(node.split('/').at(-1) ?? '');

/** Returns the edge as the canvas draws it: taken, into a failure, or planned. */
export function edgeOf(edge: GraphEdge, index: number, input: CanvasInput): Edge {
  const from =
    edge.from === '(start)' ? { status: 'SUCCEEDED' as const } : input.runs?.get(edge.from);
  const to = input.runs?.get(edge.to);
  const isTaken =
    input.runs !== null &&
    from !== undefined &&
    to !== undefined &&
    (edge.kind !== 'catch' || from.status === 'FAILED');
  const way =
    planOf(edge, input.plan) ||
    (!isTaken ? '' : to.status === 'FAILED' || edge.kind === 'catch' ? 'bad' : 'taken');
  const label = [wordsOf(edge, input.t), input.heat?.ways.get(wayKey(edge.from, edge.to)) ?? '']
    .filter(Boolean)
    .join(', ');
  return {
    id: `${edge.from}→${edge.to}→${edge.kind}${index}`,
    source: edge.from,
    target: edge.to,
    type: 'smoothstep',
    className: `edge ${edge.kind} ${way}`,
    focusable: false,
    selectable: false,
    ...(label === '' ? {} : { label }),
    ariaLabel: input.t('canvas.edge', {
      from: nameOf(edge.from, input.t),
      to: nameOf(edge.to, input.t),
    }),
    markerEnd: { type: MarkerType.ArrowClosed, width: 14, height: 14, color: EDGE_COLOURS[way] },
  };
}
