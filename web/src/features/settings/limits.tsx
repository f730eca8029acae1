import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { LimitUsage } from '../../api/types';
import { useText } from '../../i18n/i18n';
import { usageLevel, usedPercent } from '../../model/limits';
import { GuardedButton } from '../../ui/guarded-button';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states';
import { LimitsSheet } from './limits-sheet';
import { limitsQuery } from './queries';

/** The limits of the tenant with what is used of them. */
export function LimitsTab() {
  const { t } = useText();
  const limits = useQuery(limitsQuery);
  const [isOpen, setOpen] = useState(false);
  if (limits.isPending) return <SkeletonRows rows={6} />;
  if (limits.isError)
    return (
      <ErrorState
        title={t('limits.failed')}
        error={limits.error}
        onRetry={() => void limits.refetch()}
      />
    );
  const rows = limits.data;
  return (
    <div className="settings-body">
      <div className="flex items-center gap-3 pb-3">
        <p className="text-muted">{t('limits.about')}</p>
        <span className="ml-auto" />
        <GuardedButton permission="PLATFORM" onClick={() => setOpen(true)}>
          {t('limits.edit')}
        </GuardedButton>
      </div>
      {rows.length === 0 ? (
        <EmptyState title={t('limits.none')}>
          <p>{t('limits.noneAdvice')}</p>
        </EmptyState>
      ) : (
        <ul className="limit-list" aria-label={t('settings.limits')}>
          {rows.map((row) => (
            <LimitRow key={`${row.flow ?? ''} ${row.name}`} row={row} />
          ))}
        </ul>
      )}
      {isOpen && <LimitsSheet onClose={() => setOpen(false)} />}
    </div>
  );
}

function LimitRow({ row }: { row: LimitUsage }) {
  const { t, locale } = useText();
  const number = (value: number) => value.toLocaleString(locale);
  const used = row.used ?? null;
  const level = used === null ? 'quiet' : usageLevel(used, row.limit);
  return (
    <li className="limit-row">
      <span className="min-w-0">
        <span className="font-medium">{t(`limits.name.${row.name}`)}</span>{' '}
        {row.flow && (
          <Link to="/flows/$flow" params={{ flow: row.flow }} className="mono">
            {row.flow}
          </Link>
        )}
        <span className="label block">
          {t(`limits.about.${row.name}`)} {row.overflow && t(`limits.overflow.${row.overflow}`)}
        </span>
      </span>
      {used === null ? (
        <span className="label">{t('limits.notCounted')}</span>
      ) : (
        <span
          className={`usage-bar ${level}`}
          role="meter"
          aria-label={t(`limits.name.${row.name}`)}
          aria-valuemin={0}
          aria-valuemax={row.limit}
          aria-valuenow={Math.min(used, row.limit)}
          aria-valuetext={t('limits.used', { used: number(used), limit: number(row.limit) })}
        >
          <span style={{ width: `${usedPercent(used, row.limit)}%` }} />
        </span>
      )}
      <span className={`num limit-level ${level}`}>
        {used === null
          ? number(row.limit)
          : t('limits.used', { used: number(used), limit: number(row.limit) })}
        {level !== 'quiet' && <b> {usedPercent(used ?? 0, row.limit)} %</b>}
      </span>
    </li>
  );
}
