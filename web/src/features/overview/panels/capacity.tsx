import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Server } from 'lucide-react';
import { useMay } from '../../../api/session';
import type { Node, Work } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { usageLevel } from '../../../model/limits';
import { shares, limitCells } from '../../../model/overview/compare';
import { Icon } from '../../../ui/icons';
import { ErrorState } from '../../../ui/states';
import { nodesQuery, workQuery } from '../queries';

const MAX_PARTS = 4;
const MAX_NODES = 6;
const MARKS = ['mark-1', 'mark-2', 'mark-3', 'mark-4'] as const;

/** What executes and waits now, and on which nodes. */
export function Capacity() {
  const { t } = useText();
  const work = useQuery(workQuery);
  const maySeeNodes = useMay('PLATFORM');
  const nodes = useQuery({ ...nodesQuery, enabled: maySeeNodes });
  const alive = nodes.data?.filter((node) => node.status === 'ALIVE') ?? [];
  return (
    <section className="panel" aria-label={t('overview.capacity')}>
      <header>
        <h2>{t('overview.capacity')}</h2>
        {nodes.data && (
          <Link to="/settings/$tab" params={{ tab: 'nodes' }} className="label ml-auto">
            {t('overview.capacity.nodes', {
              alive: alive.length,
              gone: nodes.data.length - alive.length,
            })}
          </Link>
        )}
      </header>
      {work.isError && !work.data ? (
        <ErrorState
          title={t('overview.panelFailed')}
          error={work.error}
          onRetry={() => void work.refetch()}
        />
      ) : (
        <div className="ov-capacity">
          {work.data ? (
            <Numbers work={work.data} />
          ) : (
            <div className="skeleton ov-late w-40" role="status" aria-label={t('state.loading')} />
          )}
          {nodes.data && <Nodes nodes={nodes.data} />}
          {!maySeeNodes && work.data && <p className="label">{t('overview.capacity.noNodes')}</p>}
        </div>
      )}
    </section>
  );
}

function Numbers({ work }: { work: Work }) {
  const { t, locale } = useText();
  const number = (value: number) => value.toLocaleString(locale);
  const waiting = work.waiting.reduce((sum, one) => sum + one.count, 0);
  const parts = shares(work.waiting, MAX_PARTS);
  const limit = work.limits.find((one) => one.kind === 'ACTIVE');
  const others = work.limits.filter((one) => one.kind === 'CONCURRENT');
  return (
    <>
      <div className="cap-line">
        <div>
          <span>
            {t('overview.capacity.active')} <b>{number(limit?.used ?? work.active)}</b>
            {limit && (
              <span className="text-muted"> {t('overview.capacity.of', { max: limit.max })}</span>
            )}
          </span>
          <span className="text-muted">
            {t('overview.capacity.queue')} <b>{number(work.queued)}</b>
          </span>
        </div>
        {limit && <Cells used={limit.used} max={limit.max} />}
      </div>
      {others.map((one) => (
        <div className="cap-line" key={one.kind}>
          <div>
            <span>
              {t('overview.capacity.concurrent')} <b>{number(one.used)}</b>
              <span className="text-muted"> {t('overview.capacity.of', { max: one.max })}</span>
            </span>
          </div>
          <Cells used={one.used} max={one.max} />
        </div>
      ))}
      <div className="cap-line">
        <div>
          <Link to="/executions" search={{ status: ['WAITING'] }} className="quiet">
            {t('overview.capacity.waiting')}{' '}
            <b>
              {number(waiting)}
              {work.capped && '+'}
            </b>
          </Link>
          <span className="text-muted clip">
            {parts
              .map((part) => t(`overview.waiting.${part.kind}`, { text: number(part.count) }))
              .join(', ')}
          </span>
        </div>
        {waiting > 0 && (
          <div className="cap-stack" aria-hidden>
            {parts.map((part, index) => (
              <i
                key={part.kind}
                className={part.kind === 'PERSON' ? 'person' : MARKS[index]}
                style={{ flexGrow: Math.max(3, part.percent) }}
              />
            ))}
          </div>
        )}
      </div>
    </>
  );
}

function Cells({ used, max }: { used: number; max: number }) {
  const cells = limitCells(used, max);
  return (
    <div className={`cap-cells ${usageLevel(used, max)}`} aria-hidden>
      {Array.from({ length: cells.all }, (_, index) => (
        <i key={index} className={index < cells.on ? 'on' : ''} />
      ))}
    </div>
  );
}

function Nodes({ nodes }: { nodes: readonly Node[] }) {
  const { t, locale } = useText();
  return (
    <ul className="cap-nodes">
      {nodes.slice(0, MAX_NODES).map((node) => (
        <li key={node.id} className={node.status === 'ALIVE' ? '' : 'gone'} title={node.name}>
          <Icon of={Server} size="s" />
          <span className="clip">{node.name}</span>
          <span className="num">
            {node.status === 'ALIVE'
              ? node.executions === 0
                ? t('overview.capacity.spare')
                : node.executions.toLocaleString(locale)
              : t(`nodes.status.${node.status}`)}
          </span>
        </li>
      ))}
      {nodes.length > MAX_NODES && (
        <li>{t('overview.capacity.moreNodes', { count: nodes.length - MAX_NODES })}</li>
      )}
    </ul>
  );
}
