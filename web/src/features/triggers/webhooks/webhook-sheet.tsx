import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/client';
import { queryKeys } from '../../../api/query-keys';
import type { FlowTrigger } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import {
  configOfWebhook,
  EMPTY_WEBHOOK,
  formOfWebhook,
  type WebhookForm,
} from '../../../model/triggers/webhooks';
import { Sheet } from '../../../ui/dialog';
import { GuardedButton } from '../../../ui/guarded-button';
import { SkeletonRows } from '../../../ui/states';
import { useToast } from '../../../ui/toast';
import { ChoiceField, FlowField, TextField } from '../form-fields';
import { triggerPath, triggerQuery } from '../queries';
import { useTriggersUrl } from '../use-triggers';
import { HmacFields } from './hmac-fields';

type Config = Record<string, unknown>;

/** Edits the webhook in the trigger of a flow; reads the trigger first, so that the rest is kept. */
export function WebhookSheet({ flow, onClose }: { flow: string; onClose: () => void }) {
  const { t } = useText();
  const trigger = useQuery(triggerQuery(flow));
  if (flow !== '' && !trigger.data)
    return (
      <Sheet title={t('triggers.editWebhook')} open onClose={onClose} footer={null}>
        {trigger.isError ? <p role="alert">{trigger.error.message}</p> : <SkeletonRows rows={4} />}
      </Sheet>
    );
  const config = (trigger.data?.config ?? {}) as Config;
  return (
    <Editor
      isNew={flow === ''}
      given={flow === '' ? EMPTY_WEBHOOK : formOfWebhook(flow, config)}
      onClose={onClose}
    />
  );
}

function Editor({
  isNew,
  given,
  onClose,
}: {
  isNew: boolean;
  given: WebhookForm;
  onClose: () => void;
}) {
  const { t } = useText();
  const toast = useToast();
  const cache = useQueryClient();
  const { change } = useTriggersUrl();
  const [form, setForm] = useState(given);
  const [isChecked, setChecked] = useState(false);
  const current = useQuery(triggerQuery(form.flow.trim()));
  const replaced = isNew ? current.data : null;
  const config = (current.data?.config ?? {}) as Config;
  const isReady = form.flow.trim() !== '' && form.path.trim() !== '';
  const save = useMutation({
    mutationFn: () =>
      call<FlowTrigger>(triggerPath(form.flow.trim()), {
        method: 'PUT',
        change: 'webhook.save',
        body: { type: 'AUTOLAUNCHED', config: configOfWebhook(config, form) },
      }),
    onSuccess: async (saved) => {
      await cache.invalidateQueries({ queryKey: queryKeys.webhooks });
      await cache.invalidateQueries({ queryKey: ['triggers', 'of'] });
      toast(t('triggers.webhookSaved', { path: form.path.trim() }));
      const needsSecret =
        form.authentication === 'WEBHOOK_SECRET' && saved.webhook?.secrets.length === 0;
      change({ act: needsSecret ? 'rotate' : undefined, show: form.path.trim() });
    },
  });
  const field = (name: keyof WebhookForm) => ({
    label: t(`triggers.field.${name}`),
    value: form[name],
    problem: isChecked && form[name].trim() === '' ? t('schema.required') : undefined,
    onChange: (value: string) => {
      setForm({ ...form, [name]: value });
      save.reset();
    },
  });
  const choice = (name: 'authentication' | 'style' | 'respond', codes: readonly string[]) => ({
    ...field(name),
    options: codes.map((code) => [code, t(`triggers.${name}.${code}`)] as const),
  });
  return (
    <Sheet
      title={t(isNew ? 'triggers.newWebhook' : 'triggers.editWebhook')}
      open
      onClose={onClose}
      footer={
        <>
          <GuardedButton
            permission="EDIT"
            className="btn primary"
            isBlocked={save.isPending || current.isFetching}
            onClick={() => {
              setChecked(true);
              if (isReady) save.mutate();
            }}
          >
            {t(isNew ? 'triggers.create' : 'triggers.save')}
          </GuardedButton>
          <button type="button" className="btn" onClick={onClose}>
            {t('action.cancel')}
          </button>
        </>
      }
    >
      <FlowField {...field('flow')} isReadOnly={!isNew} placeholder="order" />
      {replaced && <Replaced trigger={replaced} />}
      <TextField
        {...field('path')}
        isMono
        isRequired
        placeholder="shop/orders"
        note={t('triggers.note.path')}
      />
      <ChoiceField {...choice('authentication', ['WEBHOOK_SECRET', 'TENANT_API_KEY', 'NONE'])} />
      {form.authentication === 'NONE' && (
        <p className="trigger-note warn">{t('triggers.note.open')}</p>
      )}
      {form.authentication === 'WEBHOOK_SECRET' && (
        <ChoiceField {...choice('style', ['standard', 'github', 'stripe', 'hmac'])} />
      )}
      {form.authentication === 'WEBHOOK_SECRET' && form.style === 'hmac' && (
        <HmacFields form={form} onChange={(part) => setForm({ ...form, ...part })} />
      )}
      <ChoiceField
        {...choice('respond', ['async', 'sync'])}
        note={t(`triggers.note.${form.respond === 'sync' ? 'sync' : 'async'}`)}
      />
      {save.error && (
        <p role="alert" className="rounded-md border border-bad-line bg-bad-bg px-3 py-2">
          {save.error.message}
        </p>
      )}
    </Sheet>
  );
}

/** A flow has one trigger: what a new webhook takes the place of. */
function Replaced({ trigger }: { trigger: FlowTrigger }) {
  const { t } = useText();
  const config = trigger.config as Config;
  if (trigger.type === 'EVENT_TRIGGERED')
    return (
      <p className="trigger-note warn">
        {t('triggers.replacesEvent', { event: String(config['event']) })}
      </p>
    );
  if (trigger.webhook)
    return (
      <p className="trigger-note warn">
        {t('triggers.replacesWebhook', { path: trigger.webhook.path })}
      </p>
    );
  return trigger.type === 'AUTOLAUNCHED' ? null : (
    <p className="trigger-note warn">{t('triggers.replacesType', { type: trigger.type })}</p>
  );
}
