import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Execution } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { visible } from '../../../model/text';
import { JsonView } from '../../../ui/json-view';
import { Status } from '../../../ui/status';
import { Duration, Time } from '../../../ui/time';

/** The facts of an execution, its input and its output. */
export function Summary({ execution }: { execution: Execution }) {
  const { t } = useText();
  const { variables } = execution;
  const triggers = ['api', 'event', 'flow', 'kafka', 'manual', 'message', 'record', 'retry'];
  const trigger = [...triggers, 'schedule', 'webhook'].includes(execution.trigger)
    ? t(`trigger.${execution.trigger}`)
    : execution.trigger;
  const rows: [string, ReactNode][] = [
    [t('summary.status'), <Status status={execution.status} />],
    [t('summary.trigger'), trigger],
    [t('summary.id'), <span className="mono">{execution.id}</span>],
    [
      t('summary.version'),
      typeof execution.version === 'number' ? String(execution.version) : t('execution.test'),
    ],
    [t('summary.started'), <Time at={execution.startedAt} />],
    [
      t('summary.ended'),
      execution.endedAt ? <Time at={execution.endedAt} /> : t('summary.notEnded'),
    ],
    [t('summary.took'), <Duration start={execution.startedAt} end={execution.endedAt} />],
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
          {typeof execution.parentItem === 'number' &&
            `, ${t('timeline.item', { name: execution.parentItem })}`}
        </Link>
      ) : (
        ''
      ),
    ],
    [t('summary.reason'), execution.retryReason ?? ''],
    ...Object.entries(execution.labels).map(([label, value]): [string, ReactNode] => [
      visible(label),
      visible(value),
    ]),
    [t('summary.waitsFor'), execution.waitsFor.join(', ')],
  ];
  return (
    <>
      <dl className="facts" style={{ gridTemplateColumns: '80px minmax(0, 1fr)' }}>
        {rows
          .filter(([, value]) => value !== '')
          .map(([name, value], i) => (
            <div key={i} className="contents">
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
      {variables && Object.keys(variables).length > 0 && (
        <>
          <h3 className="px-4 py-2">
            {t(execution.endedAt ? 'summary.finalVariables' : 'summary.variables')}
          </h3>
          <JsonView value={variables} />
        </>
      )}
    </>
  );
}
