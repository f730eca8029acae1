import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo } from 'react';
import { ApiError } from '../../api/client';
import type { Execution } from '../../api/types';
import { useText } from '../../i18n/i18n';
import { flowNameOf } from '../../model/executions/flow-name';
import { graphOf } from '../../model/flow/graph';
import { readDefinition } from '../../model/flow/read';
import { stepOf } from '../../model/run/run';
import { hasEnded } from '../../model/run/status';
import { stepInfo } from '../../model/run/step-info';
import { openDebugTab } from '../../ui/debug-tabs';
import { useIsPhone } from '../../ui/media';
import { ErrorState, SkeletonRows } from '../../ui/states';
import { useTitle } from '../../ui/title';
import { ActionSheet } from './components/action-sheet';
import { ErrorBand } from './components/bands';
import { CompareView } from './components/compare-view';
import { ExplainBand } from './components/explain-band';
import { ExecutionHeader } from './components/header';
import { ExecutionNotFound } from './components/not-found';
import { OutlinePanel } from './components/outline-panel';
import { TravelBar } from './components/travel-bar';
import './commands.css';
import './compare.css';
import './execution.css';
import './detail/detail.css';
import { StepDetail } from './detail/step-detail';
import { PhoneView } from './phone/phone-view';
import { PlanProvider } from './plan';
import { executionQuery, sourceQuery } from './queries';
import { Timeline } from './timeline/timeline';
import './timeline/timeline.css';
import { useRunView } from './use-run-view';

const RunCanvas = lazy(() =>
  import('./components/run-canvas').then((module) => ({ default: module.RunCanvas })),
);

/** One execution: what happened, why, and what can be done about it. */
export function ExecutionPage() {
  const { t } = useText();
  const { id } = useParams({ from: '/executions/$id' });
  const execution = useQuery(executionQuery(id));
  useTitle(
    execution.data && t(`status.${execution.data.status}`),
    execution.data && flowNameOf(execution.data),
    execution.data?.businessKey ?? `…${id.slice(-12)}`,
  );
  const { flow, businessKey } = execution.data ?? {};
  useEffect(() => {
    if (flow !== undefined) openDebugTab({ flow, id, name: businessKey ?? `…${id.slice(-6)}` });
  }, [flow, id, businessKey]);
  if (execution.isPending) return <SkeletonRows rows={12} />;
  if (execution.isError && !execution.data) {
    const isUnknown = execution.error instanceof ApiError && execution.error.status === 404;
    return isUnknown ? (
      <ExecutionNotFound id={id} />
    ) : (
      <ErrorState
        title={t('execution.failed')}
        error={execution.error}
        onRetry={() => void execution.refetch()}
      />
    );
  }
  return (
    <PlanProvider>
      <DebugView execution={execution.data} />
    </PlanProvider>
  );
}

/** All parts show the same moment of the execution and the same selected step. */
function DebugView({ execution }: { execution: Execution }) {
  const { t } = useText();
  const isEnded = hasEnded(execution.status);
  const source = useQuery(sourceQuery(execution.flow, execution.version));
  const definition = useMemo(() => readDefinition(source.data ?? ''), [source.data]);
  const whole = useMemo(() => graphOf(definition), [definition]);
  const { view, query } = useRunView(execution.id, isEnded, {
    machine: whole,
    isItem: typeof execution.parentItem === 'number',
    hasFailed: Boolean(execution.error),
  });
  const { machine } = view;
  const isPhone = useIsPhone();
  const { tab, with: other } = useSearch({ from: '/executions/$id' });
  const navigate = useNavigate({ from: '/executions/$id' });
  const states = useMemo(() => machine.nodes.map((node) => node.name), [machine]);
  const select = (step: string) =>
    void navigate({ search: (before) => ({ ...before, step }), replace: !isPhone });
  const open = (next: string) =>
    void navigate({ search: (before) => ({ ...before, tab: next }), replace: true });
  const findStep = (step: string) => stepInfo(view.end, stepOf(view.run, step));
  const sheet = (
    <ActionSheet
      execution={execution}
      definition={definition}
      findStep={findStep}
      failed={view.failed}
    />
  );
  return (
    <>
      <ExecutionHeader execution={execution} failed={view.failed} />
      {other ? (
        <CompareView execution={execution} other={other}>
          {sheet}
        </CompareView>
      ) : (
        <>
          {view.moment !== null ? (
            <TravelBar view={view} hasEnded={isEnded} />
          ) : execution.error ? (
            <ErrorBand execution={execution} />
          ) : (
            !isEnded && <ExplainBand id={execution.id} view={view} />
          )}
          {query.isError && !query.data ? (
            <ErrorState
              title={t('execution.stepsFailed')}
              error={query.error}
              onRetry={() => void query.refetch()}
            />
          ) : isPhone ? (
            <PhoneView
              execution={execution}
              machine={machine}
              definition={definition}
              states={states}
              view={view}
              onSelect={select}
            />
          ) : (
            <div className="run-body">
              <OutlinePanel execution={execution} view={view} states={states} onSelect={select} />
              <Suspense fallback={<div className="canvas" />}>
                <RunCanvas
                  execution={execution}
                  machine={machine}
                  definition={definition}
                  view={view}
                  onSelect={select}
                />
              </Suspense>
              <StepDetail
                execution={execution}
                definition={definition}
                view={view}
                tab={tab ?? 'input'}
                onTab={open}
                onSelect={select}
              />
              {sheet}
            </div>
          )}
          {isPhone ? sheet : <Timeline execution={execution} view={view} onSelect={select} />}
        </>
      )}
    </>
  );
}
