import { ReactFlow, ReactFlowProvider, useReactFlow, useStore } from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import {
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { useText } from '../i18n/i18n';
import type { GraphNode, Machine } from '../model/flow/graph';
import './canvas.css';
import { factText } from './fact';
import { fittingView, MIN_ZOOM } from './fit';
import {
  toCanvas,
  type CanvasHeat,
  type Direction,
  type NodeRun,
  type PlanMark,
  type StateNode,
} from './layout';
import { Legend } from './legend';
import { follow, type ViewLink } from './link';
import { measure } from './measure';
import { neighbour } from './neighbour';
import { EnterContext, FarContext, FrameNodeView, StartNodeView, StateNodeView } from './nodes';
import { CanvasTools } from './tools';

/** Below this zoom names cannot be read, so that nodes are boxes. */
const FAR_ZOOM = 0.35;
const NODE_TYPES = { state: StateNodeView, frame: FrameNodeView, start: StartNodeView };
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
  /** In place of the title, such as the way to an inner canvas. */
  head?: ReactNode;
  /** The node whose inner machines are drawn in place whatever their size. */
  expanded?: string | null;
  /** Space around a graph that fits. */
  margin?: number;
  onSelect?: (node: string) => void;
  /** Opens the machines in a node as a canvas of their own. */
  onEnter?: (node: string) => void;
  onLeave?: () => void;
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
  head,
  expanded = null,
  margin,
  onSelect,
  onEnter,
  onLeave,
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
  const factOf = useCallback((node: GraphNode) => factText(node, t), [t]);
  const current = focused ?? selected;
  const isFar = useStore((state) => state.transform[2] < FAR_ZOOM);
  // States that ran are placed on the main way; the layout changes only when others run.
  const taken = runs === null ? '' : [...runs.keys()].join('\n');
  const sized = useMemo(() => {
    const ids = new Set(taken.split('\n'));
    return measure(machine, direction, true, (id) => ids.has(id), expanded);
  }, [machine, direction, taken, expanded]);
  const isOpenable = onEnter !== undefined;
  const { nodes, edges, width, height } = useMemo(
    () =>
      toCanvas({
        machine,
        sized,
        expanded,
        isOpenable,
        direction,
        runs,
        changes,
        plan,
        heat,
        selected: current,
        factOf,
        describe,
      }),
    [
      machine,
      sized,
      expanded,
      isOpenable,
      direction,
      runs,
      changes,
      plan,
      heat,
      current,
      factOf,
      describe,
    ],
  );
  const fit = useCallback(() => {
    const bounds = box.current?.getBoundingClientRect();
    if (!bounds || bounds.width === 0) return;
    void setViewport(fittingView(bounds, { width, height }, nodes, center, margin));
    // The selection does not move the view.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [width, height, changes, center, margin, setViewport]);
  useEffect(fit, [fit]);
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
    void change().then(publish);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'f') fit();
    else if (event.key === 'Enter' && current) onSelect?.(current);
    else if (event.key === ']') enter(current);
    else if (event.key === '[' && onLeave) onLeave();
    else if (event.key.startsWith('Arrow')) {
      event.preventDefault();
      const next = neighbour(event.key, current, nodes, edges, machine.startAt);
      if (next !== null) setFocused(next);
    }
  };
  /** Opens a node with inner machines, or the one around a node. */
  const enter = (id: string | null) => {
    const node = nodes.find((one) => one.id === id);
    if (node?.data.canEnter) onEnter?.(node.id);
    else if (node?.parentId) enter(node.parentId);
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
      <FarContext value={isFar}>
        <EnterContext value={onEnter ?? null}>
          <ReactFlow<StateNode>
            nodes={nodes}
            edges={edges}
            nodeTypes={NODE_TYPES}
            onMoveStart={() => (view.current = getViewport())}
            onMove={(event) => event && publish()}
            onNodeClick={(_, node) => node.type !== 'start' && onSelect?.(node.id)}
            onNodeDoubleClick={(_, node) => node.data.canEnter && onEnter?.(node.id)}
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
        </EnterContext>
      </FarContext>
      {head ?? <span className="canvas-title">{title}</span>}
      <CanvasTools onZoomOut={() => zoom(zoomOut)} onZoomIn={() => zoom(zoomIn)} onFit={fit} />
      {runs !== null && <Legend plan={plan} />}
    </div>
  );
}
