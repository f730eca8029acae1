import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';
import { ApiError } from '../../api/client';
import { useText } from '../../i18n/i18n';
import { failedStep } from '../../model/run/outline';
import { hasEnded } from '../../model/run/status';
import { ErrorState, SkeletonRows } from '../../ui/states';
import { ActionSheet } from './components/action-sheet';
import { ErrorBand, ExplainBand } from './components/bands';
import { CompareView } from './components/compare-view';
import { ExecutionHeader } from './components/header';
import { useTitle } from '../../ui/title';
import { ExecutionNotFound } from './components/not-found';
import { OutlinePanel } from './components/outline-panel';
import { StepDetail } from './components/step-detail';
import { Timeline } from './components/timeline';
import './commands.css';
import './compare.css';
import './execution.css';
import { PlanProvider } from './plan';
import { executionQuery, stepsQuery } from './queries';

const RunCanvas = lazy(() =>
  import('./components/run-canvas').then((module) => ({ default: module.RunCanvas })),
);

/** One execution: what happened, why, and what can be done about it. */
export function ExecutionPage() {
  const { t } = useText();
  const { id } = useParams({ from: '/executions/$id' });
  const { step: selectedId, tab, with: other } = useSearch({ from: '/executions/$id' });
  const navigate = useNavigate({ from: '/executions/$id' });
  const execution = useQuery(executionQuery(id));
  useTitle(
    execution.data && t(`status.${execution.data.status}`),
    execution.data?.flow,
    execution.data?.businessKey ?? `…${id.slice(-12)}`,
  );
  const steps = useQuery(stepsQuery(id));
  const all = useMemo(() => steps.data ?? [], [steps.data]);
  const failed = useMemo(() => failedStep(all), [all]);
  const selected = all.find((one) => one.step === selectedId) ?? failed ?? all.at(-1) ?? null;
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
  const select = (step: string) =>
    void navigate({ search: (before) => ({ ...before, step }), replace: true });
  const open = (next: string) =>
    void navigate({ search: (before) => ({ ...before, tab: next }), replace: true });
  const run = execution.data;
  return (
    <PlanProvider>
      <ExecutionHeader execution={run} failed={failed} />
      {other ? (
        <CompareView execution={run} other={other}>
          <ActionSheet execution={run} steps={all} failed={failed} />
        </CompareView>
      ) : (
        <>
          {run.error ? (
            <ErrorBand execution={run} />
          ) : (
            !hasEnded(run.status) && <ExplainBand id={id} />
          )}
          {steps.isError && all.length === 0 ? (
            <ErrorState
              title={t('execution.stepsFailed')}
              error={steps.error}
              onRetry={() => void steps.refetch()}
            />
          ) : (
            <div className="run-body">
              <OutlinePanel
                execution={run}
                steps={all}
                selected={selected?.step ?? null}
                onSelect={select}
              />
              <Suspense fallback={<div className="canvas" />}>
                <RunCanvas execution={run} steps={all} selected={selected} onSelect={select} />
              </Suspense>
              <StepDetail execution={run} step={selected} tab={tab ?? 'input'} onTab={open} />
              <ActionSheet execution={run} steps={all} failed={failed} />
            </div>
          )}
          <Timeline
            execution={run}
            steps={all}
            selected={selected?.step ?? null}
            onSelect={select}
          />
        </>
      )}
    </PlanProvider>
  );
}
