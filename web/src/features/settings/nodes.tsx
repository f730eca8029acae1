import { useQuery } from '@tanstack/react-query';
import { useText } from '../../i18n/i18n';
import { ErrorState, SkeletonRows } from '../../ui/states';
import { Time } from '../../ui/time';
import { nodesQuery } from './queries';

const COLUMNS = { gridTemplateColumns: 'minmax(160px, 1.4fr) 110px 110px 150px 150px 1fr' };

/** The processes of the cluster and what each holds. */
export function NodesTab() {
  const { t, locale } = useText();
  const nodes = useQuery(nodesQuery);
  if (nodes.isPending) return <SkeletonRows rows={4} />;
  if (nodes.isError)
    return (
      <ErrorState
        title={t('nodes.failed')}
        error={nodes.error}
        onRetry={() => void nodes.refetch()}
      />
    );
  return (
    <div className="settings-scroll" tabIndex={0} role="region" aria-label={t('settings.nodes')}>
      <div role="table" aria-label={t('settings.nodes')} className="settings-table">
        <div role="row" className="grid-head" style={COLUMNS}>
          {['name', 'status', 'executions', 'started', 'lease', 'note'].map((column) => (
            <span
              key={column}
              role="columnheader"
              className={column === 'executions' ? 'num' : undefined}
            >
              {t(`nodes.column.${column}`)}
            </span>
          ))}
        </div>
        {nodes.data.map((node) => (
          <div role="row" key={node.id} className="grid-row" style={COLUMNS}>
            <span role="cell" className="font-medium" title={node.name}>
              {node.name}
            </span>
            <span role="cell" className={node.status === 'ALIVE' ? '' : 'text-bad'}>
              {t(`nodes.status.${node.status}`)}
            </span>
            <span role="cell" className="num">
              {node.executions.toLocaleString(locale)}
            </span>
            <span role="cell" className="text-muted">
              <Time at={node.startedAt} />
            </span>
            <span role="cell" className="text-muted">
              <Time at={node.leaseUntil} />
            </span>
            <span role="cell" className="text-muted">
              {node.here ? t('nodes.here') : node.status === 'ALIVE' ? '' : t('nodes.goneNote')}
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}
