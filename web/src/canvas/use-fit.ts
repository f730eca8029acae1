import { useReactFlow } from '@xyflow/react';
import { useCallback, useEffect, useRef, type RefObject } from 'react';
import { fittingView } from './fit';
import type { StateNode } from './layout';

/** What decides about the view that shows the graph. */
interface Fitted {
  box: RefObject<HTMLDivElement | null>;
  nodes: readonly StateNode[];
  width: number;
  height: number;
  changes: ReadonlyMap<string, string>;
  center: string | null;
  margin: number | undefined;
  hasSelection: boolean;
}

/** Shows the whole graph when it or its place changes; later selections do not move the view. */
export function useFit(fitted: Fitted): { fit: () => void; onMoved: () => void } {
  const { box, nodes, width, height, changes, center, margin, hasSelection } = fitted;
  const { setViewport } = useReactFlow();
  const latest = useRef(nodes);
  useEffect(() => void (latest.current = nodes), [nodes]);
  const fit = useCallback(() => {
    const bounds = box.current?.getBoundingClientRect();
    if (!bounds || bounds.width === 0) return;
    void setViewport(fittingView(bounds, { width, height }, latest.current, center, margin));
    // Other changes are shown at the same size.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [box, width, height, changes, center, margin, setViewport]);
  useEffect(fit, [fit]);
  const isMoved = useRef(false);
  // A graph that is too large to fit shows the selected state, which is known after the graph.
  useEffect(() => {
    if (hasSelection && !isMoved.current) fit();
  }, [hasSelection, fit]);
  useEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(fit);
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [box, fit]);
  const onMoved = useCallback(() => {
    isMoved.current = true;
  }, []);
  return { fit, onMoved };
}
