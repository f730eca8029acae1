import { ReactFlow, ReactFlowProvider, useReactFlow } from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { Maximize, Minus, Plus } from 'lucide-react';
import {
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react';
import { useText } from '../i18n/i18n';
import type { GraphNode, Machine } from '../model/flow/graph';
import { Icon } from '../ui/icons';
import './canvas.css';
import { fittingView, MIN_ZOOM } from './fit';
import {
  toCanvas,
  type CanvasHeat,
  type Direction,
  type NodeRun,
  type PlanMark,
  type StateNode,
} from './layout';
import { Legend, Zoom } from './legend';
import { follow, type ViewLink } from './link';
import { drawnEdges, StubEdgeView } from './long-edges';
import { neighbour } from './neighbour';
import { FrameNodeView, StartNodeView, StateNodeView } from './nodes';

const NODE_TYPES = { state: StateNodeView, frame: FrameNodeView, start: StartNodeView };
const EDGE_TYPES = { stub: StubEdgeView };
const NO_CHANGES: ReadonlyMap<string, string> = new Map();
const NO_PLAN: ReadonlyMap<string, PlanMark> = new Map();

export interface FlowCanvasProps {
  machine: Machine;
  title: string;
  direction: Direction;
  runs?: ReadonlyMap<string, NodeRun> | null;
  changes?: ReadonlyMap<string, string>;
  /** What an action that is not confirmed yet would do. */
  plan?: ReadonlyMap<string, PlanMark>;
  /** What many executions did; colours trouble only. */
  heat?: CanvasHeat | null;
  selected?: string | null;
  /** The node in the middle of a graph that does not fit. */
  center?: string | null;
  /** Connects the view with those of other canvases. */
  link?: ViewLink | null;
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
  heat = null,
  selected = null,
  center = null,
  link = null,
  onSelect,
}: FlowCanvasProps) {
  const { t } = useText();
  const box = useRef<HTMLDivElement>(null);
  const { setViewport, getViewport, zoomIn, zoomOut } = useReactFlow();
  const id = useId();
  const view = useRef(getViewport());
  const [focused, setFocused] = useState<string | null>(null);
  const describe = useCallback(
    (node: GraphNode, next: readonly string[]) => {
      const status = runs?.get(node.id)?.status;
      return [
        node.name,
        node.type,
        ...(status ? [t(`status.${status}`)] : []),
        ...(heat?.nodes.get(node.id)?.value ? [heat.nodes.get(node.id)?.value] : []),
        ...(plan.has(node.id) ? [t(`plan.${plan.get(node.id) ?? ''}`)] : []),
        ...(next.length > 0 ? [t('canvas.next', { states: next.join(', ') })] : []),
      ].join(', ');
    },
    [runs, plan, heat, t],
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
      toCanvas({
        machine,
        direction,
        runs,
        changes,
        plan,
        heat,
        selected: current,
        factOf,
        describe,
      }),
    [machine, direction, runs, changes, plan, heat, current, factOf, describe],
  );
  const drawn = useMemo(() => drawnEdges(nodes, edges), [nodes, edges]);
  const latest = useRef(nodes);
  useEffect(() => void (latest.current = nodes), [nodes]);
  const fit = useCallback(() => {
    const bounds = box.current?.getBoundingClientRect();
    if (!bounds || bounds.width === 0) return;
    void setViewport(fittingView(bounds, { width, height }, latest.current, center));
    // Later selections do not move the view.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [width, height, changes, center, setViewport]);
  useEffect(fit, [fit]);
  const isMoved = useRef(false);
  const hasSelection = selected !== null;
  // A graph that is too large to fit shows the selected state, which is known after the graph.
  useEffect(() => {
    if (hasSelection && !isMoved.current) fit();
  }, [hasSelection, fit]);
  useEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(fit);
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [fit]);
  useEffect(
    () => link?.listen(id, (change) => void setViewport(follow(getViewport(), change))),
    [link, id, setViewport, getViewport],
  );
  const publish = () => {
    const from = view.current;
    view.current = getViewport();
    if (link && from.zoom > 0) link.publish(id, { from, to: view.current });
  };
  const zoom = (change: typeof zoomIn) => {
    view.current = getViewport();
    isMoved.current = true;
    void change().then(publish);
  };
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
        edges={drawn}
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        onMoveStart={(event) => {
          view.current = getViewport();
          if (event) isMoved.current = true;
        }}
        onMove={(event) => event && publish()}
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
          onClick={() => zoom(zoomOut)}
        >
          <Icon of={Minus} size="s" />
        </button>
        <Zoom />
        <button
          type="button"
          className="icon-btn small"
          aria-label={t('canvas.zoomIn')}
          title={t('canvas.zoomIn')}
          onClick={() => zoom(zoomIn)}
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
