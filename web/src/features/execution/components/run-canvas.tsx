import { useMemo, type ReactNode } from 'react';
import { FlowCanvas } from '../../../canvas/flow-canvas';
import type { NodeRun } from '../../../canvas/layout';
import { measure } from '../../../canvas/measure';
import type { Execution } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { flowNameOf } from '../../../model/executions/flow-name';
import type { Machine } from '../../../model/flow/graph';
import { nodeRuns, visitShown, visitsOf, type RunOfNode } from '../../../model/run/node-runs';
import { stepId } from '../../../model/run/run';
import { innerScope, machineOfScope, stepsInScope, type Scope } from '../../../model/run/scope';
import { useNow } from '../../../ui/time';
import { ItemsView } from '../items/items-view';
import { usePlanMarks } from '../plan';
import type { RunView } from '../use-run-view';
import { useScope, useScopesBefore } from '../use-scope';
import { Crumbs } from './crumbs';

const STRIP_MARGIN = 6;
const MIN_STRIP = 64;
const MAX_STRIP = 180;

/**
 * The graph of the version that the execution runs, with what had happened at each state; or a part
 * of it that is opened: a branch, an item, or all items of a Map.
 */
export function RunCanvas({
  execution,
  machine,
  definition,
  view,
  onSelect,
}: {
  execution: Execution;
  /** The machine that the execution runs. */
  machine: Machine;
  definition: unknown;
  view: RunView;
  onSelect: (step: string) => void;
}) {
  const { scope, open, leave } = useScope(view);
  const { run, tree, shown } = view;
  const inner = useMemo(() => machineOfScope(machine, run, scope), [machine, run, scope]);
  const isMap = scope.kind === 'step' && run.types[run.stepState[scope.step] ?? 0] === 'Map';
  const before = useScopesBefore(view, scope);
  const head = <Crumbs execution={execution} view={view} before={before} />;
  const stripHeight = useMemo(
    () =>
      isMap
        ? Math.min(
            MAX_STRIP,
            Math.max(
              MIN_STRIP,
              measure(inner, 'right', true, () => false).height + 2 * STRIP_MARGIN,
            ),
          )
        : 0,
    [isMap, inner],
  );
  const graph = (
    <ScopeGraph
      execution={execution}
      machine={machine}
      inner={inner}
      scope={scope}
      view={view}
      isStrip={isMap}
      head={isMap ? <span /> : head}
      onSelect={onSelect}
      onEnter={(node) => {
        const inside = stepsInScope(tree, scope);
        const visits = visitsOf(view.nodes, shown, view.nodes.ids.indexOf(node), inside);
        const next = innerScope(tree, visitShown(tree, visits, shown));
        if (next) open(next);
      }}
      {...(scope.kind === 'flow' ? {} : { onLeave: leave })}
    />
  );
  if (!isMap) return graph;
  return (
    <ItemsView
      key={scope.step}
      execution={execution}
      definition={definition}
      view={view}
      step={scope.step}
      head={head}
      strip={graph}
      stripHeight={stripHeight}
      onSelect={onSelect}
      onOpen={open}
      onLeave={leave}
    />
  );
}

function ScopeGraph({
  execution,
  machine,
  inner,
  scope,
  view,
  isStrip,
  head,
  onSelect,
  onEnter,
  onLeave,
}: {
  execution: Execution;
  machine: Machine;
  /** The part of the machine that is drawn. */
  inner: Machine;
  scope: Scope;
  view: RunView;
  /** True above the items of a Map: a single line that counts them. */
  isStrip: boolean;
  head: ReactNode;
  onSelect: (step: string) => void;
  onEnter: (node: string) => void;
  onLeave?: () => void;
}) {
  const { t, locale } = useText();
  const { run, tree, shown, moment, selected, nodes } = view;
  const plan = usePlanMarks(machine);
  const inside = useMemo(() => stepsInScope(tree, scope), [tree, scope]);
  // Durations of open steps follow the clock only while the view is live.
  const hasOpenSteps = shown.countOf('RUNNING') + shown.countOf('PENDING') > 0;
  const second = useNow();
  const now = moment !== null ? shown.at : hasOpenSteps ? second - run.startedAt : shown.at;
  const runs = useMemo(() => {
    const count = (number: number) => number.toLocaleString(locale);
    const noteOf = ({ items, counts, visits }: RunOfNode): string | undefined => {
      if (isStrip) {
        return [
          ...(counts.failed > 0 ? [t('items.note.failed', { count: count(counts.failed) })] : []),
          ...(counts.open > 0 ? [t('items.note.open', { count: count(counts.open) })] : []),
          ...(counts.done > 0 ? [t('items.note.done', { count: count(counts.done) })] : []),
        ].join(', ');
      }
      if (items === null || items.all === 0 || visits > 1) return undefined;
      if (items.failed > 0)
        return t('items.note.mixed', { done: count(items.done), failed: count(items.failed) });
      return t('items.note.of', { done: count(items.done), all: count(items.all) });
    };
    const found = new Map<string, NodeRun>();
    for (const [id, one] of nodeRuns(tree, nodes, shown, now, inside)) {
      const note = noteOf(one);
      found.set(id, {
        status: isStrip && one.counts.failed > 0 ? 'FAILED' : one.status,
        visits: isStrip ? 1 : one.visits,
        took: isStrip ? '' : one.took,
        ...(note === undefined ? {} : { note }),
      });
    }
    return found;
  }, [tree, nodes, shown, now, inside, isStrip, t, locale]);
  const node =
    selected && (inside === null || inside[selected.index] === 1)
      ? nodes.ofStep[selected.index]
      : undefined;
  return (
    <FlowCanvas
      machine={inner}
      title={flowNameOf(execution)}
      head={head}
      direction={isStrip ? 'right' : 'down'}
      runs={runs}
      plan={plan}
      {...(isStrip ? { margin: STRIP_MARGIN } : {})}
      expanded={scope.kind === 'step' ? (inner.nodes[0]?.id ?? null) : null}
      selected={node === undefined ? null : (nodes.ids[node] ?? null)}
      onSelect={(id) => {
        const visits = visitsOf(nodes, shown, nodes.ids.indexOf(id), inside);
        const step = visitShown(tree, visits, shown);
        if (step >= 0) onSelect(stepId(run, step));
      }}
      onEnter={onEnter}
      {...(onLeave === undefined ? {} : { onLeave })}
    />
  );
}
