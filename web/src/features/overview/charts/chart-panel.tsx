import { List, ChartLine } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useText } from '../../../i18n/i18n';
import { Icon } from '../../../ui/icons';

/** A panel with a chart that can be read as a table instead. */
export function ChartPanel({
  title,
  isEstimated,
  numbers,
  chart,
  table,
}: {
  title: string;
  isEstimated: boolean;
  numbers: ReactNode;
  chart: ReactNode;
  table: () => ReactNode;
}) {
  const { t } = useText();
  const [isTable, setTable] = useState(false);
  return (
    <section className="panel w6" aria-label={title}>
      <header>
        <h2>{title}</h2>
        {isEstimated && (
          <span className="label" title={t('overview.estimated.title')}>
            {t('overview.estimated')}
          </span>
        )}
        <button
          type="button"
          className="icon-btn small ml-auto"
          aria-pressed={isTable}
          aria-label={t('overview.chart.table')}
          title={t('overview.chart.table')}
          onClick={() => setTable(!isTable)}
        >
          <Icon of={isTable ? ChartLine : List} size="s" />
        </button>
      </header>
      <div className="ov-stat">{numbers}</div>
      {isTable ? (
        <div className="ov-table" tabIndex={0} role="region" aria-label={title}>
          {table()}
        </div>
      ) : (
        chart
      )}
    </section>
  );
}

/** A number of a chart with the mark of its line. */
export function Figure({
  value,
  mark,
  bad = false,
  children,
}: {
  value: string;
  mark?: 'line' | 'line-2' | 'line-3' | 'failed';
  bad?: boolean;
  children: ReactNode;
}) {
  return (
    <div>
      <b className={bad ? 'text-bad' : undefined}>{value}</b>
      <span>
        {mark && <i className={`key ${mark}`} aria-hidden />}
        {children}
      </span>
    </div>
  );
}
