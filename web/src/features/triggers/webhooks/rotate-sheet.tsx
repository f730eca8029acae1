import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/client';
import { queryKeys } from '../../../api/query-keys';
import type { Webhook } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { CopyButton } from '../../../ui/copy';
import { Sheet } from '../../../ui/dialog';
import { GuardedButton } from '../../../ui/guarded-button';
import { CheckField, ChoiceField, TextField } from '../form-fields';
import { triggerPath } from '../queries';

interface Created {
  version: number;
  secret?: string | null;
}

/** Gives a webhook another secret; one that the server makes is shown once. */
export function RotateSheet({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useText();
  const cache = useQueryClient();
  const hasOld = webhook.secrets.length > 0;
  const [source, setSource] = useState('made');
  const [own, setOwn] = useState('');
  const [endOld, setEndOld] = useState(false);
  const rotate = useMutation({
    mutationFn: () =>
      call<Created>(`${triggerPath(webhook.flow)}/secret`, {
        method: 'POST',
        change: 'webhook.rotate',
        body: { ...(source === 'own' ? { secret: own.trim() } : {}), endOld },
      }),
    onSuccess: () => cache.invalidateQueries({ queryKey: queryKeys.webhooks }),
  });
  const isReady = source === 'made' || own.trim() !== '';
  return (
    <Sheet
      title={t('triggers.rotateTitle', { path: webhook.path })}
      open
      onClose={onClose}
      footer={
        <>
          {!rotate.data && (
            <GuardedButton
              permission="ADMINISTER"
              className="btn primary"
              isBlocked={!isReady || rotate.isPending}
              onClick={() => rotate.mutate()}
            >
              {t(hasOld ? 'triggers.rotateNow' : 'triggers.firstSecret')}
            </GuardedButton>
          )}
          <button type="button" className="btn" onClick={onClose}>
            {t('action.close')}
          </button>
        </>
      }
    >
      {rotate.data ? (
        <div role="status" className="grid gap-4">
          <p className="leading-5">
            {t(rotate.data.secret ? 'triggers.shownOnce' : 'triggers.ownTaken', {
              number: rotate.data.version,
            })}
          </p>
          {rotate.data.secret && (
            <div className="flex items-center gap-2">
              <code className="code-block wrap flex-1">{rotate.data.secret}</code>
              <CopyButton text={rotate.data.secret} what={t('triggers.secret')} />
            </div>
          )}
          {hasOld && (
            <p className="text-muted">{t(endOld ? 'triggers.oldEnded' : 'triggers.oldWindow')}</p>
          )}
        </div>
      ) : (
        <>
          <p className="leading-5">
            {t(hasOld ? 'triggers.rotateEffect' : 'triggers.firstSecretEffect')}
          </p>
          <ChoiceField
            label={t('triggers.secretSource')}
            value={source}
            onChange={setSource}
            options={['made', 'own'].map((one) => [one, t(`triggers.secretSource.${one}`)])}
          />
          {source === 'own' && (
            <TextField
              label={t('triggers.secret')}
              value={own}
              onChange={setOwn}
              isMono
              note={t('triggers.note.secret')}
            />
          )}
          {hasOld && (
            <CheckField
              label={t('triggers.endOldAtOnce')}
              note={t('triggers.note.endOld')}
              value={endOld}
              onChange={setEndOld}
            />
          )}
          {rotate.error && (
            <p role="alert" className="rounded-md border border-bad-line bg-bad-bg px-3 py-2">
              {rotate.error.message}
            </p>
          )}
        </>
      )}
    </Sheet>
  );
}
