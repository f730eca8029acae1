import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/client';
import { queryKeys } from '../../../api/query-keys';
import type { Connection } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import {
  authSettings,
  bodyOfConnection,
  EMPTY_CONNECTION,
  formOfConnection,
  HTTP_AUTH,
  KINDS,
  type ConnectionForm,
  type Setting,
} from '../../../model/triggers/connections';
import type { Field } from '../../../model/schema/fields';
import { Sheet } from '../../../ui/dialog';
import { GuardedButton } from '../../../ui/guarded-button';
import { SchemaForm } from '../../../ui/schema-form';
import { useToast } from '../../../ui/toast';
import { ChoiceField, TextField } from '../form-fields';
import { secretsQuery } from '../queries';
import { useTriggersUrl } from '../use-triggers';
import { Operations } from './operations';

/** Creates or replaces a connection; what it has depends on its kind. */
export function ConnectionSheet({
  connection,
  onClose,
}: {
  connection?: Connection;
  onClose: () => void;
}) {
  const { t } = useText();
  const toast = useToast();
  const cache = useQueryClient();
  const { change } = useTriggersUrl();
  const [form, setForm] = useState<ConnectionForm>(() =>
    connection ? formOfConnection(connection) : EMPTY_CONNECTION,
  );
  const [isChecked, setChecked] = useState(false);
  const edit = (part: Partial<ConnectionForm>) => {
    setForm({ ...form, ...part });
    save.reset();
  };
  const settings = authSettings(form);
  const missing = settings.filter((one) => one.isRequired && !form.auth[one.name]);
  const isReady = form.name.trim() !== '' && form.address.trim() !== '' && missing.length === 0;
  const save = useMutation({
    mutationFn: () =>
      call<Connection>(`/api/connections/${encodeURIComponent(form.name.trim())}`, {
        method: 'PUT',
        change: 'connection.save',
        body: {
          ...bodyOfConnection(form),
          ...(connection?.allowPrivate ? { allowPrivate: true } : {}),
        },
      }),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: queryKeys.connections });
      toast(t('triggers.connectionSaved', { name: form.name.trim() }));
      change({ act: undefined, show: form.name.trim() });
    },
  });
  const required = (text: string) =>
    isChecked && text.trim() === '' ? t('schema.required') : undefined;
  const kind = KINDS[form.kind] ?? KINDS['http'];
  const fieldsOf = useFields();
  return (
    <Sheet
      title={connection ? t('triggers.editConnection') : t('triggers.newConnection')}
      open
      onClose={onClose}
      footer={
        <>
          <GuardedButton
            permission="ADMINISTER"
            className="btn primary"
            isBlocked={save.isPending}
            onClick={() => {
              setChecked(true);
              if (isReady) save.mutate();
            }}
          >
            {t(connection ? 'triggers.save' : 'triggers.create')}
          </GuardedButton>
          <button type="button" className="btn" onClick={onClose}>
            {t('action.cancel')}
          </button>
        </>
      }
    >
      <TextField
        label={t('triggers.field.name')}
        value={form.name}
        onChange={(name) => edit({ name })}
        problem={required(form.name)}
        isReadOnly={connection !== undefined}
        isRequired
        isMono
        placeholder="crm"
      />
      <ChoiceField
        label={t('triggers.field.kind')}
        value={form.kind}
        onChange={(value) =>
          edit({ kind: value, tls: '', authType: 'none', auth: {}, options: {} })
        }
        options={Object.keys(KINDS).map((one) => [one, t(`triggers.kind.${one}`)])}
      />
      <TextField
        label={t('triggers.field.address')}
        value={form.address}
        onChange={(address) => edit({ address })}
        problem={required(form.address)}
        isRequired
        isMono
        placeholder={form.kind === 'http' ? 'https://crm.example/api' : `${form.kind}.example:587`}
        note={t(`triggers.note.address.${form.kind === 'http' ? 'http' : 'socket'}`)}
      />
      {kind && kind.tls.length > 0 && (
        <ChoiceField
          label={t('triggers.field.tls')}
          value={form.tls || (kind.tls[0] ?? '')}
          onChange={(tls) => edit({ tls })}
          options={kind.tls.map((one) => [one, t(`triggers.tls.${one}`)])}
        />
      )}
      {form.kind === 'http' && (
        <ChoiceField
          label={t('triggers.field.auth')}
          value={form.authType}
          onChange={(authType) => edit({ authType, auth: {} })}
          options={Object.keys(HTTP_AUTH).map((one) => [one, t(`triggers.auth.${one}`)])}
        />
      )}
      <SchemaForm
        key={`${form.kind} ${form.authType}`}
        fields={fieldsOf(settings, form.auth)}
        value={form.auth}
        problems={
          isChecked
            ? missing.map((one) => ({ path: one.name, id: 'schema.required', values: {} }))
            : []
        }
        onChange={(auth) => edit({ auth: auth as ConnectionForm['auth'] })}
      />
      {settings.some((one) => one.isSecret) && (
        <p className="label">{t('triggers.note.secretNames')}</p>
      )}
      <SchemaForm
        fields={fieldsOf(kind?.options ?? [], form.options)}
        value={form.options}
        problems={[]}
        onChange={(options) => edit({ options: options as ConnectionForm['options'] })}
      />
      {form.kind === 'http' && (
        <Operations operations={form.operations} onChange={(operations) => edit({ operations })} />
      )}
      {save.error && (
        <p role="alert" className="rounded-md border border-bad-line bg-bad-bg px-3 py-2">
          {save.error.message}
        </p>
      )}
    </Sheet>
  );
}

/** Returns the function that makes fields of settings; those for secrets offer their names. */
function useFields() {
  const { t } = useText();
  const secrets = useQuery(secretsQuery);
  const names = secrets.data?.map((one) => one.name) ?? [];
  return (settings: readonly Setting[], value: Readonly<Record<string, unknown>>): Field[] =>
    settings.map((one) => {
      const chosen = value[one.name];
      const known =
        typeof chosen === 'string' && chosen !== '' && !names.includes(chosen)
          ? [...names, chosen]
          : names;
      const options = one.isSecret ? known : (one.options ?? []);
      return {
        name: one.name,
        title: t(`triggers.setting.${one.name}`),
        description: '',
        kind: one.isSecret || one.options ? 'choice' : 'text',
        isRequired: one.isRequired ?? false,
        options,
        fields: [],
        item: 'text',
        minimum: null,
        maximum: null,
        maxLength: null,
        pattern: null,
        initial: undefined,
      };
    });
}
