import { useQuery } from '@tanstack/react-query';
import { RotateCw, SkipForward, Undo2, UserCheck } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { NodeIcon } from '../../../canvas/node-icon';
import { useMay } from '../../../api/session';
import type { Execution, Step } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { allowedStepActions } from '../../../model/run/actions';
import { CopyButton } from '../../../ui/copy';
import { Icon } from '../../../ui/icons';
import { JsonView } from '../../../ui/json-view';
import { Status } from '../../../ui/status';
import { Duration, Time } from '../../../ui/time';
import { effectsQuery } from '../queries';
import { useAction } from '../use-action';

const STEP_ICONS = {
  skip: SkipForward,
  sendBack: Undo2,
  decide: UserCheck,
  retryFromStep: RotateCw,
} as const;
const TABS = ['input', 'output', 'changes', 'retries', 'effects', 'raw'] as const;

/** One step: its error first, then its data, attempts and effects. */
export function StepDetail({
  execution,
  step,
  tab,
  onTab,
}: {
  execution: Execution;
  step: Step | null;
  tab: string;
  onTab: (tab: string) => void;
}) {
  const { t } = useText();
  const mayOperate = useMay('OPERATE');
  const { open: openSheet } = useAction();
  if (!step)
    return <section className="run-detail p-4 text-muted">{t('execution.noStepSelected')}</section>;
  const actions = allowedStepActions(
    execution.status,
    Boolean(execution.ending),
    step.status,
    step.type,
  );
  const attempts = step.attempts ?? [];
  const worker = attempts.at(-1)?.worker;
  const open = TABS.some((one) => one === tab) ? tab : 'input';
  return (
    <section className="run-detail" aria-label={t('execution.detail')}>
      <header className="flex items-center gap-2.5 h-14 pl-4 pr-3 flex-none">
        <span className="tile">
          <NodeIcon type={step.type} />
        </span>
        <div className="min-w-0 flex-1">
          <h2 className="clip" title={step.state} style={{ font: '600 14px/20px var(--font-ui)' }}>
            {step.state}
          </h2>
          <div className="label clip">
            {step.type}
            {worker && ` · ${worker}`} · <Duration start={step.startedAt} end={step.endedAt} />
          </div>
        </div>
        <Status status={step.status} />
        {step.attempt > 1 && (
          <span className="tag">{t('execution.attempt', { number: step.attempt })}</span>
        )}
      </header>
      {step.error && (
        <div className="error-box">
          <div className="flex items-center gap-2">
            <code className="clip">{step.error}</code>
            <span className="ml-auto" />
            <CopyButton text={`${step.error}: ${step.cause ?? ''}`} what={t('execution.error')} />
          </div>
          <p className="leading-5" style={{ overflowWrap: 'anywhere' }}>
            {step.cause}
          </p>
        </div>
      )}
      <Tabs.Root value={open} onValueChange={onTab} className="flex flex-col flex-1 min-h-0">
        <Tabs.List className="tabs small" aria-label={t('execution.detail')}>
          {TABS.map((one) => (
            <Tabs.Trigger key={one} value={one}>
              {t(`step.${one}`)}
              {one === 'retries' && attempts.length > 1 && (
                <span className="count">{attempts.length}</span>
              )}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <Tabs.Content value={open} className="flex-1 min-h-0 overflow-auto" tabIndex={0}>
          <StepTab tab={open} execution={execution} step={step} />
        </Tabs.Content>
      </Tabs.Root>
      {actions.length > 0 && (
        <footer className="flex gap-2 px-4 py-2.5 border-t border-line flex-none">
          {actions.map((action) => (
            <button
              key={action}
              type="button"
              className="btn small"
              aria-disabled={!mayOperate}
              title={mayOperate ? undefined : t('permission.OPERATE')}
              onClick={() => mayOperate && openSheet({ act: action, step: step.step })}
            >
              <Icon of={STEP_ICONS[action]} size="s" />{' '}
              {t(`execution.action.${action}`, { state: step.state })}…
            </button>
          ))}
        </footer>
      )}
    </section>
  );
}

function StepTab({ tab, execution, step }: { tab: string; execution: Execution; step: Step }) {
  const { t } = useText();
  switch (tab) {
    case 'output':
      return step.output === undefined || step.output === null ? (
        <p className="p-4 text-muted">{t('step.noOutput')}</p>
      ) : (
        <Value value={step.output} what={t('step.output')} />
      );
    case 'changes':
      return Object.keys(step.assigned).length === 0 ? (
        <p className="p-4 text-muted">{t('step.noChanges')}</p>
      ) : (
        <Value value={step.assigned} what={t('step.changes')} />
      );
    case 'retries':
      return <Attempts step={step} />;
    case 'effects':
      return <Effects execution={execution} step={step} />;
    case 'raw':
      return (
        <pre className="code-block m-4" tabIndex={0}>
          {JSON.stringify(step, null, 2)}
        </pre>
      );
    default:
      return <Value value={step.input} what={t('step.input')} />;
  }
}

function Value({ value, what }: { value: unknown; what: string }) {
  return (
    <>
      <div className="flex justify-end px-3 pt-1">
        <CopyButton text={JSON.stringify(value, null, 2)} what={what} />
      </div>
      <JsonView value={value} />
    </>
  );
}

function Attempts({ step }: { step: Step }) {
  const { t } = useText();
  return (
    <ol className="p-4 grid gap-3">
      {(step.attempts ?? []).map((attempt) => (
        <li key={attempt.number} className="grid gap-1 pb-3 border-b border-line">
          <div className="flex items-center gap-3">
            <b className="font-semibold">{attempt.number}</b>
            <Status status={attempt.status} />
            <span className="text-muted">
              <Time at={attempt.startedAt} />
            </span>
            <span className="ml-auto">
              <Duration start={attempt.startedAt} end={attempt.endedAt} />
            </span>
          </div>
          {attempt.error && (
            <p style={{ overflowWrap: 'anywhere' }}>
              <code className="mono text-bad">{attempt.error}</code> {attempt.cause}
            </p>
          )}
          {attempt.worker && (
            <p className="label">{t('step.worker', { worker: attempt.worker })}</p>
          )}
          {attempt.stackTrace && (
            <details>
              <summary className="under">{t('step.stackTrace')}</summary>
              <pre className="code-block mt-2" tabIndex={0}>
                {attempt.stackTrace}
              </pre>
            </details>
          )}
        </li>
      ))}
      {step.nextAttemptAt && (
        <li className="text-muted">
          {t('step.nextAttempt')} <Time at={step.nextAttemptAt} />
        </li>
      )}
    </ol>
  );
}

function Effects({ execution, step }: { execution: Execution; step: Step }) {
  const { t } = useText();
  const effects = useQuery(effectsQuery(execution.id));
  const own = (effects.data?.items ?? []).filter((effect) => effect.step === step.step);
  if (effects.isPending) return null;
  if (own.length === 0) return <p className="p-4 text-muted">{t('step.noEffects')}</p>;
  return (
    <ul className="p-4 grid gap-3">
      {own.map((effect) => (
        <li key={effect.id} className="grid gap-1 pb-3 border-b border-line">
          <div className="flex gap-3">
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
