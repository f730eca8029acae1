import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client';
import { queryKeys } from '../../api/query-keys';
import { useSession } from '../../api/session';
import type { TenantLimits } from '../../api/types';
import { useText } from '../../i18n/i18n';
import { readLimit } from '../../model/limits';
import { useBusy } from '../../ui/busy';
import { Sheet } from '../../ui/dialog';
import { useToast } from '../../ui/toast';
import { tenantLimitsQuery } from './queries';

const NAMES = [
  'concurrent',
  'active',
  'startsPerSecond',
  'startsPerMinute',
  'startsPerDay',
  'activeFlows',
  'definitionBytes',
] as const;
type Name = (typeof NAMES)[number];

/** Changes the limits of the whole tenant; limits of single flows stay as they are. */
export function LimitsSheet({ onClose }: { onClose: () => void }) {
  const { t } = useText();
  const toast = useToast();
  const cache = useQueryClient();
  const tenant = useSession().data?.tenant ?? '';
  const current = useQuery(tenantLimitsQuery(tenant));
  const [texts, setTexts] = useState<Partial<Record<Name, string>>>({});
  const [overflow, setOverflow] = useState<string | null>(null);
  const before = current.data;
  const shown = (name: Name) => texts[name] ?? String(before?.[name] ?? '');
  const wrong = NAMES.filter((name) => readLimit(shown(name)) === undefined);
  const changed = NAMES.filter(
    (name) => before && !wrong.includes(name) && readLimit(shown(name)) !== (before[name] ?? null),
  );
  const isReject = (overflow ?? before?.overflow ?? 'queue') === 'reject';
  const hasOverflowChanged = overflow !== null && overflow !== (before?.overflow ?? 'queue');
  const mayApply = wrong.length === 0 && (changed.length > 0 || hasOverflowChanged);
  const [apply, isBusy] = useBusy(async () => {
    if (!before || !mayApply) return;
    const concurrent = readLimit(shown('concurrent'));
    const body: TenantLimits = {
      ...before,
      ...Object.fromEntries(NAMES.map((name) => [name, readLimit(shown(name))])),
      overflow: concurrent === null ? null : isReject ? 'reject' : 'queue',
      queueTimeout: concurrent === null ? null : (before.queueTimeout ?? null),
    };
    try {
      await call(`/api/tenants/${encodeURIComponent(tenant)}/limits`, {
        method: 'PUT',
        change: 'limits.change',
        body,
      });
      toast(t('limits.saved'));
      await cache.invalidateQueries({ queryKey: queryKeys.limits });
      onClose();
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
    }
  });
  return (
    <Sheet
      title={t('limits.editTitle')}
      open
      onClose={onClose}
      footer={
        <>
          <button
            type="button"
            className="btn primary"
            aria-disabled={!mayApply || isBusy}
            onClick={() => void apply()}
          >
            {t('limits.apply')}
          </button>
          <button type="button" className="btn" onClick={onClose}>
            {t('action.close')}
          </button>
        </>
      }
    >
      <p className="text-muted leading-5">{t('limits.editAbout')}</p>
      {NAMES.map((name) => (
        <div className="field" key={name}>
          <label htmlFor={`limit-${name}`}>{t(`limits.name.${name}`)}</label>
          <span className="field-box">
            <input
              id={`limit-${name}`}
              inputMode="numeric"
              placeholder={t('limits.unlimited')}
              value={shown(name)}
              aria-invalid={wrong.includes(name)}
              aria-describedby={wrong.includes(name) ? `limit-${name}-problem` : undefined}
              onChange={(event) => setTexts({ ...texts, [name]: event.target.value })}
            />
          </span>
          {wrong.includes(name) && (
            <span id={`limit-${name}-problem`} className="text-bad label">
              {t('limits.wrong')}
            </span>
          )}
        </div>
      ))}
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          className="checkbox"
          checked={isReject}
          onChange={(event) => setOverflow(event.target.checked ? 'reject' : 'queue')}
        />
        {t('limits.reject')}
      </label>
      {changed.length > 0 && (
        <ul className="preview-list" aria-label={t('limits.changes')}>
          {changed.map((name) => (
            <li key={name}>
              {t('limits.change', {
                name: t(`limits.name.${name}`),
                from: String(before?.[name] ?? t('limits.unlimited')),
                to: shown(name).trim() || t('limits.unlimited'),
              })}
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  );
}
