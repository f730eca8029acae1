import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client';
import { queryKeys } from '../../api/query-keys';
import { useSession } from '../../api/session';
import type { Role } from '../../api/types';
import { useText } from '../../i18n/i18n';
import { useBusy } from '../../ui/busy';
import { CopyButton } from '../../ui/copy';
import { Sheet } from '../../ui/dialog';
import { rolesQuery } from './queries';

/** Returns the items of a list that is separated by commas; null if there are none. */
const listOf = (text: string): string[] | null => {
  const items = text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  return items.length === 0 ? null : items;
};

/** Issues a key; its text is shown once. */
export function NewKeySheet({ onClose }: { onClose: () => void }) {
  const { t } = useText();
  const cache = useQueryClient();
  const mine = useSession().data?.permissions ?? [];
  const roles = useQuery(rolesQuery).data?.roles ?? [];
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<readonly Role[]>(['viewer']);
  const [flows, setFlows] = useState('');
  const [resources, setResources] = useState('');
  const [expires, setExpires] = useState('');
  const [problem, setProblem] = useState('');
  const [issued, setIssued] = useState<string | null>(null);
  const isReady = name.trim() !== '' && chosen.length > 0;
  const [issue, isBusy] = useBusy(async () => {
    if (!isReady) return;
    try {
      const { key } = await call<{ key: string }>('/api/keys', {
        method: 'POST',
        change: 'key.create',
        body: {
          name: name.trim(),
          roles: chosen,
          flows: listOf(flows),
          resources: listOf(resources),
          expiresAt: expires === '' ? null : new Date(`${expires}T00:00:00`).toISOString(),
        },
      });
      setIssued(key);
      setProblem('');
      await cache.invalidateQueries({ queryKey: queryKeys.keys });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  });
  return (
    <Sheet
      title={t('access.newKeyTitle')}
      open
      onClose={onClose}
      footer={
        <>
          {issued === null && (
            <button
              type="button"
              className="btn primary"
              aria-disabled={!isReady || isBusy}
              onClick={() => void issue()}
            >
              {t('access.issue')}
            </button>
          )}
          <button type="button" className="btn" onClick={onClose}>
            {t('action.close')}
          </button>
        </>
      }
    >
      {issued !== null ? (
        <>
          <p className="leading-5">{t('access.shownOnce')}</p>
          <div className="flex items-center gap-2">
            <code className="code-block flex-1">{issued}</code>
            <CopyButton text={issued} what={t('access.key')} />
          </div>
        </>
      ) : (
        <>
          <div className="field">
            <label htmlFor="key-name">{t('access.column.name')}</label>
            <span className="field-box">
              <input id="key-name" value={name} onChange={(event) => setName(event.target.value)} />
            </span>
          </div>
          <fieldset className="field">
            <legend className="label">{t('access.column.roles')}</legend>
            {roles.map(({ role, permissions }) => {
              const may = permissions.every((one) => mine.includes(one));
              return (
                <label
                  key={role}
                  className="flex items-center gap-2"
                  title={may ? undefined : t('access.tooMuch')}
                >
                  <input
                    type="checkbox"
                    className="checkbox"
                    disabled={!may}
                    checked={chosen.includes(role)}
                    onChange={(event) =>
                      setChosen(
                        event.target.checked
                          ? [...chosen, role]
                          : chosen.filter((one) => one !== role),
                      )
                    }
                  />
                  {role}{' '}
                  <span className="label">
                    {permissions.map((one) => t(`access.permission.${one}`)).join(', ')}
                  </span>
                </label>
              );
            })}
          </fieldset>
          <Field id="key-flows" label={t('access.flows')} value={flows} onChange={setFlows} />
          <Field
            id="key-resources"
            label={t('access.resources')}
            value={resources}
            onChange={setResources}
          />
          <Field
            id="key-expires"
            label={t('access.expires')}
            type="date"
            value={expires}
            onChange={setExpires}
          />
          {problem && (
            <p className="text-bad" role="alert">
              {problem}
            </p>
          )}
        </>
      )}
    </Sheet>
  );
}

function Field({
  id,
  label,
  type = 'text',
  value,
  onChange,
}: {
  id: string;
  label: string;
  type?: 'text' | 'date';
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <span className="field-box">
        <input
          id={id}
          type={type}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </span>
    </div>
  );
}
