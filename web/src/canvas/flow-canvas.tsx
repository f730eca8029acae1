import { ReactFlow, ReactFlowProvider, useReactFlow, type Edge } from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { Maximize, Minus, Plus } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useText } from '../i18n/i18n';
import type { GraphNode, Machine } from '../model/flow/graph';
import { Icon } from '../ui/icons';
import './canvas.css';
import { toCanvas, type Direction, type NodeRun, type PlanMark, type StateNode } from './layout';
import { Legend, Zoom } from './legend';
import { FrameNodeView, StartNodeView, StateNodeView } from './nodes';

const NODE_TYPES = { state: StateNodeView, frame: FrameNodeView, start: StartNodeView };
const NO_CHANGES: ReadonlyMap<string, string> = new Map();
const NO_PLAN: ReadonlyMap<string, PlanMark> = new Map();
const MAX_ZOOM = 1;
const MIN_ZOOM = 0.1;
const MARGIN = 40;
/** A comparison shows the first change at this size instead of everything too small to read. */
const FOCUS_ZOOM = 0.8;

export interface FlowCanvasProps {
  machine: Machine;
  title: string;
  direction: Direction;
  runs?: ReadonlyMap<string, NodeRun> | null;
  changes?: ReadonlyMap<string, string>;
  /** What an action that is not confirmed yet would do. */
  plan?: ReadonlyMap<string, PlanMark>;
  selected?: string | null;
  onSelect?: (node: string) => void;
}

/** A flow as a graph that can be read: one tab stop, arrows follow the flow. */
export function FlowCanvas(props: FlowCanvasProps) {
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  );
}

function Canvas({
  machine,
  title,
  direction,
  runs = null,
  changes = NO_CHANGES,
  plan = NO_PLAN,
  selected = null,
  onSelect,
}: FlowCanvasProps) {
  const { t } = useText();
  const box = useRef<HTMLDivElement>(null);
  const { setViewport, zoomIn, zoomOut } = useReactFlow();
  const [focused, setFocused] = useState<string | null>(null);
  const describe = useCallback(
    (node: GraphNode, next: readonly string[]) => {
      const status = runs?.get(node.id)?.status;
      return [
        node.name,
        node.type,
        ...(status ? [t(`status.${status}`)] : []),
        ...(plan.has(node.id) ? [t(`plan.${plan.get(node.id) ?? ''}`)] : []),
        ...(next.length > 0 ? [t('canvas.next', { states: next.join(', ') })] : []),
      ].join(', ');
    },
    [runs, plan, t],
  );
  const factOf = useCallback(
    (node: GraphNode) => {
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
    },
    [t],
  );
  const current = focused ?? selected;
  const { nodes, edges, width, height } = useMemo(
    () =>
      toCanvas({ machine, direction, runs, changes, plan, selected: current, factOf, describe }),
    [machine, direction, runs, changes, plan, current, factOf, describe],
  );
  const fit = useCallback(() => {
    const bounds = box.current?.getBoundingClientRect();
    if (!bounds || bounds.width === 0) return;
    const zoom = Math.max(
      MIN_ZOOM,
      Math.min(
        MAX_ZOOM,
        (bounds.width - 2 * MARGIN) / width,
        (bounds.height - 2 * MARGIN) / height,
      ),
    );
    const changed = nodes.find((node) => node.data.change !== '' && !node.parentId);
    if (changed && zoom < FOCUS_ZOOM) {
      void setViewport({
        x: bounds.width / 2 - (changed.position.x + (changed.width ?? 0) / 2) * FOCUS_ZOOM,
        y: bounds.height / 2 - (changed.position.y + (changed.height ?? 0) / 2) * FOCUS_ZOOM,
        zoom: FOCUS_ZOOM,
      });
      return;
    }
    void setViewport({
      x: (bounds.width - width * zoom) / 2,
      y: (bounds.height - height * zoom) / 2,
      zoom,
    });
    // The selection does not move the view.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [width, height, changes, setViewport]);
  useEffect(fit, [fit]);
  useEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(fit);
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [fit]);
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'f') fit();
    else if (event.key === 'Enter' && current) onSelect?.(current);
    else if (event.key.startsWith('Arrow')) {
      event.preventDefault();
      const next = neighbour(event.key, current, nodes, edges, machine.startAt);
      if (next !== null) setFocused(next);
    }
  };
  const label = nodes.find((node) => node.id === current)?.data.label ?? title;
  return (
    <div
      ref={box}
      className="canvas"
      role="group"
      aria-roledescription={t('canvas.role')}
      aria-label={title}
      tabIndex={0}
      onKeyDown={onKey}
      onBlur={() => setFocused(null)}
    >
      <span className="sr-only" aria-live="polite">
        {focused !== null && label}
      </span>
      <ReactFlow<StateNode>
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        onNodeClick={(_, node) => node.type !== 'start' && onSelect?.(node.id)}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        disableKeyboardA11y
        onlyRenderVisibleElements
        minZoom={MIN_ZOOM}
        maxZoom={1.5}
        zoomOnDoubleClick={false}
        proOptions={{ hideAttribution: true }}
      />
      <span className="canvas-title">{title}</span>
      <div className="canvas-tools">
        <button
          type="button"
          className="icon-btn small"
          aria-label={t('canvas.zoomOut')}
          title={t('canvas.zoomOut')}
          onClick={() => void zoomOut()}
        >
          <Icon of={Minus} size="s" />
        </button>
        <Zoom />
        <button
          type="button"
          className="icon-btn small"
          aria-label={t('canvas.zoomIn')}
          title={t('canvas.zoomIn')}
          onClick={() => void zoomIn()}
        >
          <Icon of={Plus} size="s" />
        </button>
        <button
          type="button"
          className="icon-btn small"
          aria-label={t('canvas.fit')}
          title={`${t('canvas.fit')} (f)`}
          onClick={fit}
        >
          <Icon of={Maximize} size="s" />
        </button>
      </div>
      {runs !== null && <Legend plan={plan} />}
    </div>
  );
}

/** Down and Up follow the flow, Left and Right go to what lies beside. */
function neighbour(
  key: string,
  current: string | null,
  nodes: readonly StateNode[],
  edges: readonly Edge[],
  start: string | null,
): string | null {
  if (current === null) return start;
  if (key === 'ArrowDown')
    return (
      edges.find((edge) => edge.source === current)?.target ??
      nodes.find((node) => node.parentId === current)?.id ??
      null
    );
  if (key === 'ArrowUp') {
    const source = edges.find(
      (edge) => edge.target === current && edge.source !== '(start)',
    )?.source;
    return source ?? nodes.find((node) => node.id === current)?.parentId ?? null;
  }
  const before = edges.filter((edge) => edge.target === current).map((edge) => edge.source);
  const siblings = [
    ...new Set(edges.filter((edge) => before.includes(edge.source)).map((edge) => edge.target)),
  ];
  const at = siblings.indexOf(current);
  return siblings[at + (key === 'ArrowRight' ? 1 : -1)] ?? null;
}
