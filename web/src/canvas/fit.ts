import type { Viewport } from '@xyflow/react';
import type { StateNode } from './layout';

const MAX_ZOOM = 1;
export const MIN_ZOOM = 0.1;
export const MARGIN = 40;
/** A comparison shows the first change at this size instead of everything too small to read. */
const FOCUS_ZOOM = 0.8;

interface Size {
  width: number;
  height: number;
}

/**
 * Returns the view that shows everything, or else the node that matters at a readable size: the
 * one to centre, or the first that changed.
 */
export function fittingView(
  bounds: Size,
  graph: Size,
  nodes: readonly StateNode[],
  center: string | null,
  margin = MARGIN,
): Viewport {
  const zoom = Math.max(
    MIN_ZOOM,
    Math.min(
      MAX_ZOOM,
      (bounds.width - 2 * margin) / graph.width,
      (bounds.height - 2 * margin) / graph.height,
    ),
  );
  const chosen =
    nodes.find((node) => node.id === center) ??
    nodes.find((node) => node.data.change !== '' && !node.parentId);
  if (chosen && zoom < FOCUS_ZOOM) {
    const { x, y } = middleOf(chosen, nodes);
    return {
      x: bounds.width / 2 - x * FOCUS_ZOOM,
      y: bounds.height / 2 - y * FOCUS_ZOOM,
      zoom: FOCUS_ZOOM,
    };
  }
  return {
    x: (bounds.width - graph.width * zoom) / 2,
    y: (bounds.height - graph.height * zoom) / 2,
    zoom,
  };
}

/** Positions of inner nodes are relative to the node around them. */
function middleOf(node: StateNode, nodes: readonly StateNode[]): { x: number; y: number } {
  let x = (node.width ?? 0) / 2;
  let y = (node.height ?? 0) / 2;
  for (let at: StateNode | undefined = node; at;) {
    x += at.position.x;
    y += at.position.y;
    const parent: string | undefined = at.parentId;
    at = parent === undefined ? undefined : nodes.find((one) => one.id === parent);
  }
  return { x, y };
}
