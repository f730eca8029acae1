import { Copy, X } from 'lucide-react';
import { useState } from 'react';
import type { AuditEntry } from '../../api/types';
import { useText } from '../../i18n/i18n';
import { auditTarget } from '../../model/audit/actions';
import { formatExactTime } from '../../model/time/relative';
import { useCopy } from '../../ui/copy';
import { Icon } from '../../ui/icons';
import { JsonView } from '../../ui/json-view';
import { ValueDiff } from '../../ui/value-diff';
import { AuditAction } from './audit';

const TABS = ['changes', 'before', 'after'] as const;

/** One entry with the state before and after the change. */
export function AuditEntryPanel({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const { t, locale } = useText();
  const copy = useCopy();
  const [tab, setTab] = useState<(typeof TABS)[number]>('changes');
  const hasChange = (entry.before ?? entry.after ?? null) !== null;
  return (
    <aside className="audit-entry" aria-label={t('audit.entry', { number: entry.number })}>
      <header className="flex items-center gap-2 pb-3">
        <h2 className="clip">
          <AuditAction entry={entry} /> {auditTarget(entry.endpoint, entry.target)}
        </h2>
        <button
          type="button"
          className="icon-btn ml-auto"
          aria-label={t('action.close')}
          onClick={onClose}
        >
          <Icon of={X} />
        </button>
      </header>
      <dl className="facts">
        <dt>{t('audit.by')}</dt>
        <dd>{entry.actor || t('audit.anonymous')}</dd>
        <dt>{t('audit.when')}</dt>
        <dd>{formatExactTime(entry.at, locale)}</dd>
        <dt>{t('audit.from')}</dt>
        <dd>{entry.address}</dd>
        <dt>{t('audit.request')}</dt>
        <dd className="mono break">
          {entry.endpoint.split(' ')[0]} {entry.target}
        </dd>
        <dt>{t('audit.column.status')}</dt>
        <dd className={entry.status >= 400 ? 'text-bad' : ''}>{entry.status}</dd>
        {entry.count > 1 && (
          <>
            <dt>{t('audit.requests')}</dt>
            <dd>{entry.count.toLocaleString(locale)}</dd>
          </>
        )}
        <dt>{t('audit.column.entry')}</dt>
        <dd>{entry.number.toLocaleString(locale)}</dd>
      </dl>
      {hasChange ? (
        <>
          <div className="tabs small" role="tablist" aria-label={t('audit.change')}>
            {TABS.map((one) => (
              <button
                key={one}
                type="button"
                role="tab"
                aria-selected={one === tab}
                data-state={one === tab ? 'active' : undefined}
                onClick={() => setTab(one)}
              >
                {t(`audit.tab.${one}`)}
              </button>
            ))}
          </div>
          <div className="audit-state" role="tabpanel" aria-label={t(`audit.tab.${tab}`)}>
            {tab === 'changes' ? (
              <ValueDiff left={entry.before ?? undefined} right={entry.after ?? undefined} />
            ) : (
              <JsonView value={(tab === 'before' ? entry.before : entry.after) ?? null} />
            )}
          </div>
        </>
      ) : (
        <p className="label">{t('audit.noState')}</p>
      )}
      <footer className="pt-3">
        <button
          type="button"
          className="btn small"
          onClick={() => copy(JSON.stringify(entry, null, 2), t('audit.column.entry'))}
        >
          <Icon of={Copy} /> {t('audit.copy')}
        </button>
      </footer>
    </aside>
  );
}
