import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../api/client';
import type { EventTrial } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { ACTING } from '../../../model/triggers/trial';
import { ConfirmDialog } from '../../../ui/confirm';
import { GuardedButton } from '../../../ui/guarded-button';
import { Icon } from '../../../ui/icons';
import { useFlowNames } from '../use-triggers';

interface Published {
  id: string;
  started: { flow: string; execution: string }[];
  woken: number;
  repeated: boolean;
}

/** Publishes the event that was tried; its trial is the preview. */
export function PublishEvent({
  event,
  trial,
}: {
  event: Record<string, unknown>;
  trial: EventTrial;
}) {
  const { t } = useText();
  const nameOf = useFlowNames();
  const cache = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const publish = useMutation({
    mutationFn: () =>
      call<Published>('/api/events', { method: 'POST', change: 'event.publish', body: event }),
    onSuccess: async () => {
      setOpen(false);
      await cache.invalidateQueries({ queryKey: ['triggers'] });
    },
  });
  const acting = trial.bindings.filter((one) => ACTING.includes(one.outcome));
  const rejects = trial.bindings.filter((one) => one.outcome === 'REJECTED').length;
  return (
    <div className="grid gap-3 justify-items-start">
      <GuardedButton permission="OPERATE" className="btn small" onClick={() => setOpen(true)}>
        <Icon of={Send} size="s" /> {t('trial.publish')}
      </GuardedButton>
      {publish.data && (
        <div role="status" className="trigger-note w-full">
          {t('trial.published', {
            started: publish.data.started.length,
            woken: publish.data.woken,
          })}
          <ul>
            {publish.data.started.map((one) => (
              <li key={one.execution}>
                <Link to="/executions/$id" params={{ id: one.execution }} className="under">
                  {nameOf(one.flow)}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
      {isOpen && (
        <ConfirmDialog
          permission="OPERATE"
          title={t('trial.publishTitle', { event: trial.type })}
          confirm={t('trial.publishNow')}
          isBlocked={publish.isPending || trial.paused}
          error={publish.error}
          onConfirm={() => publish.mutate()}
          onClose={() => setOpen(false)}
        >
          <p className="leading-5">{t('trial.publishEffect')}</p>
          <ul className="trigger-effects">
            {acting.map((one) => (
              <li key={one.binding.id}>
                {nameOf(one.binding.flow)}:{' '}
                {t(`trial.outcome.${one.outcome}`, {
                  version: one.start?.version ?? 0,
                  priority: one.binding.priority,
                  exclusive: one.binding.exclusive ? 'yes' : 'no',
                })}
              </li>
            ))}
            {acting.length === 0 && <li>{t('trial.startsNothing')}</li>}
            {rejects > 0 && <li>{t('trial.publishRejects', { count: rejects })}</li>}
            <li>{t('trial.wakes', { count: trial.wakes, event: trial.type })}</li>
            {trial.paused && <li className="text-warn">{t('trial.paused')}</li>}
          </ul>
        </ConfirmDialog>
      )}
    </div>
  );
}
