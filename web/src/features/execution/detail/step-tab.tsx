import { useMemo } from 'react';
import type { Execution, StepDetail } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { jsonDiff } from '../../../model/json/json-lines';
import { JsonLinesView } from '../../../ui/json-lines-view';
import { JsonPanel } from '../../../ui/json-panel';
import { Time } from '../../../ui/time';
import type { RunView } from '../use-run-view';
import { Attempts } from './attempts';
import { InputTab } from './input-tab';
import { StateTab } from './state-tab';
import type { StepTabName } from './step-detail';
import { StepLog } from './step-log';

/** The content of a tab of a step. */
export function StepTab({
  tab,
  execution,
  view,
  detail,
}: {
  tab: StepTabName;
  execution: Execution;
  view: RunView;
  detail: StepDetail;
}) {
  const { t } = useText();
  const { step } = detail;
  switch (tab) {
    case 'input':
      return <InputTab execution={execution} view={view} step={step} />;
    case 'output':
      return step.output === undefined || step.output === null ? (
        <p className="p-4 text-muted">{t('step.noOutput')}</p>
      ) : (
        <JsonPanel value={step.output} what={t('step.output')} />
      );
    case 'changes':
      return <Changes detail={detail} />;
    case 'state':
      return <StateTab execution={execution} view={view} detail={detail} />;
    case 'retries':
      return <Attempts step={step} />;
    case 'effects':
      return <Effects detail={detail} />;
    case 'log':
      return <StepLog execution={execution} view={view} />;
    case 'raw':
      return <JsonPanel value={detail} what={t('step.raw')} />;
  }
}

/** What the step made of its input, and the variables that it assigned. */
function Changes({ detail: { step, variables } }: { detail: StepDetail }) {
  const { t } = useText();
  const hasOutput = step.output !== undefined && step.output !== null;
  const data = useMemo(() => jsonDiff(step.input, step.output), [step]);
  const assigned = useMemo(
    () => jsonDiff(variables, { ...variables, ...step.assigned }),
    [variables, step],
  );
  const isAssigned = Object.keys(step.assigned).length > 0;
  if (!hasOutput && !isAssigned) return <p className="p-4 text-muted">{t('step.noChanges')}</p>;
  return (
    <>
      {hasOutput && (
        <>
          <p className="json-tools">
            {t('step.fromInput')}
            <b className="ml-auto font-semibold text-text">
              {t('step.changed', { count: data.changed })}
            </b>
          </p>
          <JsonLinesView lines={data.lines} label={t('step.fromInput')} />
        </>
      )}
      {isAssigned && (
        <>
          <p className="json-tools">{t('step.assigned')}</p>
          <JsonLinesView lines={assigned.lines} label={t('step.assigned')} />
        </>
      )}
    </>
  );
}

function Effects({ detail }: { detail: StepDetail }) {
  const { t } = useText();
  if (detail.effects.length === 0) return <p className="p-4 text-muted">{t('step.noEffects')}</p>;
  return (
    <ul className="p-4 grid gap-3">
      {detail.effects.map((effect) => (
        <li key={effect.id} className="grid gap-1 pb-3 border-b border-line">
          <div className="flex gap-3 min-w-0">
            <span className="tag">{effect.kind}</span>
            <span className="clip" title={effect.target}>
              {effect.target}
            </span>
          </div>
          <p className="text-muted">
            {effect.summary}, <Time at={effect.at} />
          </p>
        </li>
      ))}
    </ul>
  );
}
