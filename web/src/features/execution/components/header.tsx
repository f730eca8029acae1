import { Link } from '@tanstack/react-router';
import {
  Ban,
  ChevronLeft,
  Download,
  Ellipsis,
  GitCompareArrows,
  Pause,
  Play,
  RotateCw,
  Send,
  SquarePen,
  Terminal,
} from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useMay } from '../../../api/session';
import type { Execution } from '../../../api/types';
import type { StepInfo } from '../../../model/run/step-info';
import { useText } from '../../../i18n/i18n';
import { flowNameOf } from '../../../model/executions/flow-name';
import { acceptsEvents, allowedActions, type ExecutionAction } from '../../../model/run/actions';
import { commandLine, emptyDraft } from '../../../model/run/command';
import { visible } from '../../../model/text';
import { CopyButton, useCopy } from '../../../ui/copy';
import { Icon } from '../../../ui/icons';
import { Status } from '../../../ui/status';
import { Duration, Time } from '../../../ui/time';
import { commandTarget } from '../commands';
import { useAction } from '../use-action';
import { useCompare } from '../use-compare';
import { useExport } from '../use-export';

const ICONS = {
  retry: RotateCw,
  retryFromFailure: RotateCw,
  editInput: SquarePen,
  pause: Pause,
  resume: Play,
  cancel: Ban,
} as const;

const MAX_PLACES = 2;

/** What is shown of an execution on every tab: what it is, its status and what can be done. */
export function ExecutionHeader({
  execution,
  failed,
}: {
  execution: Execution;
  failed: StepInfo | null;
}) {
  const { t } = useText();
  const place = execution.error
    ? (failed?.state ?? null)
    : [...new Set(execution.current?.map((one) => one.state))].slice(0, MAX_PLACES).join(', ') ||
      null;
  const labels = Object.entries(execution.labels);
  return (
    <header className="run-head">
      <Link to="/executions" className="icon-btn" aria-label={t('execution.back')}>
        <Icon of={ChevronLeft} />
      </Link>
      <h1 className="clip" title={execution.flow}>
        <Link to="/flows/$flow" params={{ flow: execution.flow }}>
          {flowNameOf(execution)}
        </Link>
      </h1>
      <span className="tag">
        {execution.test ? t('execution.test') : `v${execution.version ?? ''}`}
      </span>
      <Status status={execution.status} badge />
      <span className="clip">
        {place !== null && (
          <>
            {t('execution.at')} <b className="font-semibold">{visible(place)}</b>{' '}
          </>
        )}
        <span className="text-muted">
          {t(execution.endedAt ? 'execution.after' : 'execution.for')}{' '}
          <Duration start={execution.startedAt} end={execution.endedAt} />,{' '}
          <Time at={execution.startedAt} />
        </span>
      </span>
      <span className="divider" />
      {execution.businessKey && (
        <span className="label run-key">
          {t('filter.key')}{' '}
          <b className="font-medium text-text clip" title={visible(execution.businessKey)}>
            {visible(execution.businessKey)}
          </b>
          <CopyButton text={execution.businessKey} what={t('filter.key')} />
        </span>
      )}
      {labels.length > 0 && (
        <span
          className="run-labels"
          title={labels.map((pair) => visible(pair.join('='))).join('\n')}
        >
          {labels.slice(0, 3).map(([label, value]) => (
            <span key={label} className="tag clip">
              {visible(`${label}=${value}`)}
            </span>
          ))}
        </span>
      )}
      <span className="label flex items-center gap-1 flex-none">
        <span className="mono">…{execution.id.slice(-12)}</span>
        <CopyButton text={execution.id} what={t('summary.id')} />
      </span>
      <span className="ml-auto" />
      <HeaderActions execution={execution} failed={failed} />
    </header>
  );
}

function HeaderActions({ execution, failed }: { execution: Execution; failed: StepInfo | null }) {
  const { t } = useText();
  const mayOperate = useMay('OPERATE');
  const { action: current, open } = useAction();
  const compare = useCompare(execution);
  const isEnding = Boolean(execution.ending);
  const actions = allowedActions(execution.status, isEnding);
  const [first, ...others] = actions;
  const name = (action: ExecutionAction) =>
    t(`execution.action.${action}`, { state: failed?.state ?? t('execution.failure') });
  const reason = mayOperate ? undefined : t('permission.OPERATE');
  return (
    <>
      <button
        type="button"
        className="btn"
        aria-disabled={compare.objection !== null}
        title={compare.objection ?? undefined}
        onClick={compare.start}
      >
        <Icon of={GitCompareArrows} /> {t('execution.compare')}
      </button>
      {first && (
        <button
          type="button"
          className={`btn ${first === 'pause' ? '' : 'primary'}`}
          aria-disabled={!mayOperate || current?.act === first}
          title={reason}
          onClick={() => mayOperate && open({ act: first })}
        >
          <Icon of={ICONS[first]} /> {name(first)}…
        </button>
      )}
      <MoreActions
        execution={execution}
        actions={others}
        name={name}
        reason={reason}
        signal={acceptsEvents(execution.status, isEnding)}
      />
    </>
  );
}

/** Everything else that can be done; what needs a role that the user lacks says so. */
function MoreActions({
  execution,
  actions,
  name,
  reason,
  signal,
}: {
  execution: Execution;
  actions: readonly ExecutionAction[];
  name: (action: ExecutionAction) => string;
  reason: string | undefined;
  signal: boolean;
}) {
  const { t } = useText();
  const copy = useCopy();
  const { open } = useAction();
  const save = useExport(execution);
  const [main] = allowedActions(execution.status, Boolean(execution.ending));
  const command = main
    ? commandLine(commandTarget(execution), emptyDraft(main, '', ''))
    : `pawl show ${execution.id}`;
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="icon-btn line" aria-label={t('execution.moreActions')}>
        <Icon of={Ellipsis} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="end" sideOffset={6}>
          {actions.map((action) => (
            <DropdownMenu.Item
              key={action}
              className="menu-item"
              disabled={reason !== undefined}
              title={reason}
              onSelect={() => open({ act: action })}
            >
              <Icon of={ICONS[action]} /> {name(action)}…
            </DropdownMenu.Item>
          ))}
          {signal && (
            <DropdownMenu.Item
              className="menu-item"
              disabled={reason !== undefined}
              title={reason}
              onSelect={() => open({ act: 'signal' })}
            >
              <Icon of={Send} /> {t('execution.action.signal')}…
            </DropdownMenu.Item>
          )}
          {reason && <div className="menu-title">{reason}</div>}
          {(actions.length > 0 || signal) && <DropdownMenu.Separator className="menu-line" />}
          <DropdownMenu.Item
            className="menu-item"
            onSelect={() => copy(command, t('execution.command'))}
          >
            <Icon of={Terminal} /> {t('execution.copyCommand')}
          </DropdownMenu.Item>
          <DropdownMenu.Item className="menu-item" onSelect={save}>
            <Icon of={Download} /> {t('execution.export')}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
