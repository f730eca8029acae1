import { Link } from '@tanstack/react-router';
import { Ban, ChevronDown, ChevronLeft, Pause, Play, RotateCw } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useState } from 'react';
import { useMay } from '../../../api/session';
import type { Execution, Step } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { allowedActions, type ExecutionAction } from '../../../model/run/actions';
import { CopyButton } from '../../../ui/copy';
import { Icon } from '../../../ui/icons';
import { Status } from '../../../ui/status';
import { Duration, Time } from '../../../ui/time';
import { CommandSheet } from './command-sheet';

const ICONS = {
  retry: RotateCw,
  retryFromFailure: RotateCw,
  pause: Pause,
  resume: Play,
  cancel: Ban,
} as const;

export function ExecutionHeader({
  execution,
  failed,
}: {
  execution: Execution;
  failed: Step | null;
}) {
  const { t } = useText();
  const mayOperate = useMay('OPERATE');
  const [chosen, setChosen] = useState<ExecutionAction | null>(null);
  const actions = allowedActions(execution.status, Boolean(execution.ending));
  const [first, ...others] = actions;
  const labels = Object.entries(execution.labels);
  const name = (action: ExecutionAction) =>
    t(`execution.action.${action}`, { state: failed?.state ?? t('execution.failure') });
  return (
    <header className="run-head">
      <Link to="/executions" className="icon-btn" aria-label={t('execution.back')}>
        <Icon of={ChevronLeft} />
      </Link>
      <h1 className="clip">
        <Link to="/flows/$flow" params={{ flow: execution.flow }}>
          {execution.flow}
        </Link>
      </h1>
      <span className="tag">
        {execution.test ? t('execution.test') : `v${execution.version ?? ''}`}
      </span>
      <Status status={execution.status} badge />
      <span className="clip">
        {failed && execution.error && (
          <>
            {t('execution.at')} <b className="font-semibold">{failed.state}</b>{' '}
          </>
        )}
        <span className="text-muted">
          {t('execution.after')} <Duration start={execution.startedAt} end={execution.endedAt} />,{' '}
          <Time at={execution.startedAt} />
        </span>
      </span>
      <span className="divider" />
      {execution.businessKey && (
        <span className="label flex items-center gap-1">
          {t('filter.key')} <b className="font-medium text-text">{execution.businessKey}</b>
          <CopyButton text={execution.businessKey} what={t('filter.key')} />
        </span>
      )}
      {labels.slice(0, 3).map(([label, value]) => (
        <span key={label} className="tag">
          {label}={value}
        </span>
      ))}
      <span className="label flex items-center gap-1">
        <span className="mono">…{execution.id.slice(-12)}</span>
        <CopyButton text={execution.id} what={t('summary.id')} />
      </span>
      <span className="ml-auto" />
      {first && (
        <span className="btn-group">
          <button
            type="button"
            className="btn primary"
            aria-disabled={!mayOperate}
            title={mayOperate ? undefined : t('permission.OPERATE')}
            onClick={() => mayOperate && setChosen(first)}
          >
            <Icon of={ICONS[first]} /> {name(first)}
          </button>
          {others.length > 0 && (
            <DropdownMenu.Root modal={false}>
              <DropdownMenu.Trigger
                className="btn primary"
                aria-label={t('execution.moreActions')}
                disabled={!mayOperate}
              >
                <Icon of={ChevronDown} size="s" />
              </DropdownMenu.Trigger>
              <DropdownMenu.Portal>
                <DropdownMenu.Content className="menu" align="end" sideOffset={6}>
                  {others.map((action) => (
                    <DropdownMenu.Item
                      key={action}
                      className="menu-item"
                      onSelect={() => setChosen(action)}
                    >
                      <Icon of={ICONS[action]} /> {name(action)}
                    </DropdownMenu.Item>
                  ))}
                </DropdownMenu.Content>
              </DropdownMenu.Portal>
            </DropdownMenu.Root>
          )}
        </span>
      )}
      {chosen && (
        <CommandSheet
          execution={execution}
          action={chosen}
          step={failed}
          onClose={() => setChosen(null)}
        />
      )}
    </header>
  );
}
