import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/client';
import { queryKeys } from '../../../api/query-keys';
import type { FlowTrigger, Webhook } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { withoutWebhook } from '../../../model/triggers/webhooks';
import { ConfirmDialog } from '../../../ui/confirm';
import { useToast } from '../../../ui/toast';
import { triggerPath } from '../queries';
import { useTriggersUrl } from '../use-triggers';
import { RotateSheet } from './rotate-sheet';
import { WebhookSheet } from './webhook-sheet';

/** The sheet or dialog that the URL names. */
export function WebhookSheets({ webhook }: { webhook: Webhook | undefined }) {
  const { search, change } = useTriggersUrl();
  const close = () => change({ act: undefined });
  if (search.act === 'new') return <WebhookSheet flow="" onClose={close} />;
  if (!webhook) return null;
  switch (search.act) {
    case 'edit':
      return <WebhookSheet key={webhook.flow} flow={webhook.flow} onClose={close} />;
    case 'rotate':
      return <RotateSheet webhook={webhook} onClose={close} />;
    case 'end-old':
      return <EndOldDialog webhook={webhook} onClose={close} />;
    case 'delete':
      return <RemoveDialog webhook={webhook} onClose={close} />;
    default:
      return null;
  }
}

function EndOldDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useText();
  const toast = useToast();
  const cache = useQueryClient();
  const end = useMutation({
    mutationFn: () =>
      call<void>(`${triggerPath(webhook.flow)}/secret`, {
        method: 'DELETE',
        change: 'webhook.endOldSecret',
      }),
    onSuccess: async () => {
      toast(t('triggers.endedOld', { path: webhook.path }));
      await cache.invalidateQueries({ queryKey: queryKeys.webhooks });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      permission="ADMINISTER"
      title={t('triggers.endOldTitle', { path: webhook.path })}
      confirm={t('triggers.endOldNow')}
      isBlocked={end.isPending}
      error={end.error}
      onConfirm={() => end.mutate()}
      onClose={onClose}
    >
      <p className="leading-5">{t('triggers.endOldEffect')}</p>
    </ConfirmDialog>
  );
}

/** Takes the webhook from the trigger of its flow; callers of the API still start it. */
function RemoveDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useText();
  const toast = useToast();
  const cache = useQueryClient();
  const { change } = useTriggersUrl();
  const remove = useMutation({
    mutationFn: async () => {
      const trigger = await call<FlowTrigger>(triggerPath(webhook.flow));
      await call(triggerPath(webhook.flow), {
        method: 'PUT',
        change: 'webhook.remove',
        body: {
          type: 'AUTOLAUNCHED',
          config: withoutWebhook(trigger.config as Record<string, unknown>),
        },
      });
    },
    onSuccess: async () => {
      change({ act: undefined, show: undefined });
      toast(t('triggers.webhookRemoved', { path: webhook.path }));
      await cache.invalidateQueries({ queryKey: queryKeys.webhooks });
    },
  });
  return (
    <ConfirmDialog
      permission="EDIT"
      title={t('triggers.removeTitle', { path: webhook.path })}
      confirm={t('triggers.removeNow')}
      isDanger
      isBlocked={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p className="leading-5">{t('triggers.removeEffect', { path: webhook.path })}</p>
      <ul className="trigger-effects">
        {webhook.starts && (
          <li>
            {t('triggers.effect.starts', {
              count: webhook.starts.count,
              atLeast: webhook.starts.lowerBound ? 'yes' : 'no',
            })}
          </li>
        )}
        {webhook.secrets.length > 0 && (
          <li>{t('triggers.effect.secrets', { count: webhook.secrets.length })}</li>
        )}
        <li>{t('triggers.effect.callers')}</li>
        <li>{t('triggers.effect.running')}</li>
      </ul>
    </ConfirmDialog>
  );
}
