import { Link } from '@tanstack/react-router';
import { useText } from '../../../i18n/i18n';
import { EmptyState } from '../../../ui/states';
import type { FailuresUrl } from '../use-failures';

/** Nothing fails: good news, or a filter that finds nothing. */
export function NoFailures({ url }: { url: FailuresUrl }) {
  const { t } = useText();
  const period = t(`since.${url.period}`);
  if (url.filter.flow ?? url.filter.search)
    return (
      <EmptyState title={t('failures.noneMatch')}>
        <button
          type="button"
          className="btn"
          onClick={() => url.change({ flow: undefined, version: undefined, q: undefined })}
        >
          {t('filter.clear')}
        </button>
      </EmptyState>
    );
  return (
    <EmptyState title={t(`failures.none.${url.tab}`, { period })}>
      <p>{t('failures.noneAdvice')}</p>
      <div className="flex flex-wrap gap-2">
        {url.tab !== 'open' ? (
          <button type="button" className="btn" onClick={() => url.change({ status: undefined })}>
            {t('failures.showOpen')}
          </button>
        ) : url.period !== '30d' ? (
          <button type="button" className="btn" onClick={() => url.change({ since: '30d' })}>
            {t('failures.showLonger')}
          </button>
        ) : null}
        <Link to="/executions" search={{ since: url.period }} className="btn">
          {t('failures.showExecutions')}
        </Link>
      </div>
      <p className="label">{t('failures.example')}</p>
      <pre className="code-block">pawl failures ls</pre>
    </EmptyState>
  );
}
