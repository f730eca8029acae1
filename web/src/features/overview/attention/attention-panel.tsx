import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useText } from '../../../i18n/i18n';
import type { AttentionRow } from '../../../model/overview/attention';
import { Icon } from '../../../ui/icons';
import { Row } from './row';

/** What needs attention, the worst first. */
export function AttentionPanel({
  rows,
  unread,
  onRetry,
}: {
  /** Null while nothing is known yet. */
  rows: readonly AttentionRow[] | null;
  /** Names of what could not be read; the other rows are shown. */
  unread: readonly string[];
  onRetry: () => void;
}) {
  const { t, locale } = useText();
  return (
    <section className="panel w12" aria-label={t('overview.attention')}>
      <header>
        <h2>{t('overview.attention')}</h2>
        {rows && rows.length > 0 && <span className="count">{rows.length}</span>}
      </header>
      {rows === null ? (
        <div className="ov-clear" aria-hidden>
          <div className="skeleton w-72" />
        </div>
      ) : rows.length === 0 && unread.length === 0 ? (
        <p className="ov-clear">
          <Icon of={CircleCheck} />
          <span>
            <b>{t('overview.clear')}</b>{' '}
            <span className="text-muted">{t('overview.clearNote')}</span>
          </span>
        </p>
      ) : (
        <ul className="ov-attention">
          {rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
          {unread.length > 0 && (
            <li role="alert" className="severity-warn">
              <Icon of={TriangleAlert} />
              <span className="n">–</span>
              <span className="ov-words">
                {t('overview.unread', {
                  names: new Intl.ListFormat(locale).format(unread),
                })}
              </span>
              <span className="sp" />
              <button type="button" className="btn small" onClick={onRetry}>
                {t('action.tryAgain')}
              </button>
            </li>
          )}
        </ul>
      )}
    </section>
  );
}
