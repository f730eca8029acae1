import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Execution } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { JsonView } from '../../../ui/json-view';
import { Time } from '../../../ui/time';

/** The facts of an execution, its input and its output. */
export function Summary({ execution }: { execution: Execution }) {
  const { t } = useText();
  const rows: [string, ReactNode][] = [
    [t('summary.id'), <span className="mono">{execution.id}</span>],
    [t('summary.started'), <Time at={execution.startedAt} />],
    [
      t('summary.ended'),
      execution.endedAt ? <Time at={execution.endedAt} /> : t('summary.notEnded'),
    ],
    [t('summary.by'), execution.startedBy ?? ''],
    [
      t('summary.retryOf'),
      execution.retriedFrom ? (
        <Link className="under mono" to="/executions/$id" params={{ id: execution.retriedFrom }}>
          …{execution.retriedFrom.slice(-12)}
        </Link>
      ) : (
        ''
      ),
    ],
    [
      t('summary.parent'),
      execution.parent ? (
        <Link className="under mono" to="/executions/$id" params={{ id: execution.parent }}>
          …{execution.parent.slice(-12)}
        </Link>
      ) : (
        ''
      ),
    ],
    [t('summary.reason'), execution.retryReason ?? ''],
    [t('summary.waitsFor'), execution.waitsFor.join(', ')],
  ];
  return (
    <>
      <dl className="facts" style={{ gridTemplateColumns: '80px minmax(0, 1fr)' }}>
        {rows
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name} className="contents">
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <h3 className="px-4 py-2">{t('summary.input')}</h3>
      <JsonView value={execution.input ?? null} />
      {execution.output !== undefined && execution.output !== null && (
        <>
          <h3 className="px-4 py-2">{t('summary.output')}</h3>
          <JsonView value={execution.output} />
        </>
      )}
    </>
  );
}
