import { useQuery } from '@tanstack/react-query';
import { Tabs } from 'radix-ui';
import { useState, type ReactNode } from 'react';
import { NodeIcon } from '../../../canvas/node-icon';
import type { Execution } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import type { StepInfo } from '../../../model/run/step-info';
import { visible } from '../../../model/text';
import { formatDuration } from '../../../model/time/duration';
import { ErrorState, SkeletonRows } from '../../../ui/states';
import { Status } from '../../../ui/status';
import { Duration } from '../../../ui/time';
import { stepQuery } from '../queries';
import type { RunView } from '../use-run-view';
import { DetailActions } from './detail-actions';
import { ErrorBlock } from './error-block';
import { StepTab } from './step-tab';
import { Visits } from './visits';

const TABS = ['input', 'output', 'changes', 'state', 'retries', 'effects', 'log', 'raw'] as const;
export type StepTabName = (typeof TABS)[number];

/** One step at the shown moment: its error first, then its data, attempts and effects. */
export function StepDetail({
  execution,
  definition,
  view,
  tab,
  onTab,
  onSelect,
}: {
  execution: Execution;
  definition: unknown;
  view: RunView;
  tab: string;
  onTab: (tab: string) => void;
  onSelect: (step: string) => void;
}) {
  const { t } = useText();
  const { selected, moment } = view;
  const detail = useQuery({
    ...stepQuery(execution.id, selected?.step ?? '', moment?.seq ?? null),
    enabled: selected?.hasBegun === true,
  });
  const [chosenTry, setChosenTry] = useState<{ step: string; number: number } | null>(null);
  if (!selected)
    return <section className="run-detail p-4 text-muted">{t('execution.noStepSelected')}</section>;
  const step = detail.data?.step ?? null;
  const attempts = step?.attempts ?? [];
  const number =
    chosenTry?.step === selected.step ? chosenTry.number : (attempts.at(-1)?.number ?? 1);
  const attempt = attempts.find((one) => one.number === number) ?? null;
  const open = TABS.find((one) => one === tab) ?? 'input';
  const counts: Partial<Record<StepTabName, number>> = {
    retries: attempts.length > 1 ? attempts.length : 0,
    effects: detail.data?.effects.length ?? 0,
  };
  return (
    <section className="run-detail" aria-label={t('execution.detail')}>
      <DetailHead view={view} selected={selected} worker={attempt?.worker ?? null}>
        {attempts.length > 1 ? (
          <Tries
            numbers={attempts.map((one) => one.number).slice(-5)}
            chosen={number}
            onChoose={(one) => setChosenTry({ step: selected.step, number: one })}
          />
        ) : (
          <Status status={view.shown.shownStatus(selected.index) ?? selected.status} />
        )}
      </DetailHead>
      <Visits view={view} onSelect={onSelect} />
      {(attempt?.error ?? step?.error) && (
        <ErrorBlock
          error={attempt?.error ?? step?.error ?? ''}
          cause={attempt?.error ? attempt.cause : step?.cause}
          stackTrace={attempt?.stackTrace}
        />
      )}
      <Tabs.Root value={open} onValueChange={onTab} className="flex flex-col flex-1 min-h-0">
        <Tabs.List className="tabs small" aria-label={t('execution.detail')}>
          {TABS.map((one) => (
            <Tabs.Trigger key={one} value={one}>
              {t(`step.${one}`)}
              {(counts[one] ?? 0) > 0 && <span className="count">{counts[one]}</span>}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <Tabs.Content value={open} className="flex-1 min-h-0 overflow-auto" tabIndex={-1}>
          {!selected.hasBegun ? (
            <p className="p-4 text-muted">{t('step.notBegun')}</p>
          ) : detail.data ? (
            <StepTab tab={open} execution={execution} view={view} detail={detail.data} />
          ) : detail.isError ? (
            <ErrorState
              title={t('step.loadFailed')}
              error={detail.error}
              onRetry={() => void detail.refetch()}
            />
          ) : (
            <SkeletonRows rows={6} />
          )}
        </Tabs.Content>
      </Tabs.Root>
      <DetailActions
        execution={execution}
        definition={definition}
        view={view}
        selected={selected}
        isLoaded={step !== null}
      />
    </section>
  );
}

function DetailHead({
  view,
  selected,
  worker,
  children,
}: {
  view: RunView;
  selected: StepInfo;
  worker: string | null;
  children: ReactNode;
}) {
  const { t } = useText();
  const isLive = view.moment === null;
  const took =
    isLive || selected.endedAt !== null ? (
      <Duration start={selected.startedAt} end={selected.endedAt} />
    ) : (
      formatDuration(Math.max(0, view.shown.at - view.shown.startOf(selected.index)))
    );
  return (
    <header className="flex items-center gap-2.5 h-14 pl-4 pr-3 flex-none">
      <span className={`tile ${selected.type.toLowerCase()}`}>
        <NodeIcon type={selected.type} />
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="clip" title={visible(selected.state)}>
          {visible(selected.state)}
        </h2>
        <div className="label clip">
          {[selected.type, t('travel.step', { number: selected.index + 1 }), worker]
            .filter(Boolean)
            .join(' · ')}
          {selected.hasBegun && <> · {took}</>}
        </div>
      </div>
      {children}
    </header>
  );
}

/** Selects one of the attempts, whose error is shown. */
function Tries({
  numbers,
  chosen,
  onChoose,
}: {
  numbers: readonly number[];
  chosen: number;
  onChoose: (number: number) => void;
}) {
  const { t } = useText();
  return (
    <span className="tries" role="group" aria-label={t('step.try')}>
      <span className="label">{t('step.try')}</span>
      {numbers.map((number) => (
        <button
          key={number}
          type="button"
          aria-pressed={number === chosen}
          aria-label={t('execution.attempt', { number })}
          onClick={() => onChoose(number)}
        >
          {number}
        </button>
      ))}
    </span>
  );
}
