import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMay } from '../../../api/session';
import type { Breaker, Connection } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { downstreamOf } from '../../../model/triggers/connections';
import { GuardedButton } from '../../../ui/guarded-button';
import { EmptyState, ErrorState, SkeletonRows } from '../../../ui/states';
import { ListSearch, MoreRows } from '../parts';
import { breakersQuery, connectionsQuery } from '../queries';
import { OtherTrial } from '../trial/other-trial';
import { useTriggersUrl } from '../use-triggers';
import { ConnectionPanel } from './connection-panel';
import { ConnectionSheets } from './connection-sheets';
import { ConnectionsTable } from './connections-table';
import { OtherSystems } from './other-systems';

/** The systems that flows call, and whether their circuit breakers let calls through. */
export function ConnectionsTab() {
  const { t } = useText();
  const { search, change } = useTriggersUrl();
  const list = useInfiniteQuery(connectionsQuery);
  const breakers = useQuery(breakersQuery);
  const mayList = useMay('EDIT');
  const all: Connection[] = list.data?.pages.flatMap((page) => page.items) ?? [];
  const words = (search.q ?? '').toLowerCase().split(/\s+/);
  const found = all.filter((one) =>
    words.every((word) => `${one.name} ${one.kind} ${one.address}`.toLowerCase().includes(word)),
  );
  const shown = all.find((one) => one.name === search.show);
  const breakerOf = (one: Connection): Breaker | undefined =>
    breakers.data?.find((breaker) => breaker.downstream === downstreamOf(one));
  const known = new Set(all.map(downstreamOf));
  const others = breakers.data?.filter((breaker) => !known.has(breaker.downstream)) ?? [];
  return (
    <div className="trigger-split">
      <div className="trigger-main">
        {list.isPending ? (
          <SkeletonRows rows={6} />
        ) : list.isError && !list.data ? (
          <ErrorState
            title={t('triggers.failed')}
            error={list.error}
            onRetry={() => void list.refetch()}
          />
        ) : all.length === 0 ? (
          <EmptyState title={t('triggers.none.connections')}>
            <p>{t('triggers.noneAdvice.connections')}</p>
            <GuardedButton permission="ADMINISTER" onClick={() => change({ act: 'new' })}>
              {t('triggers.new.connections')}
            </GuardedButton>
            <code className="code-block">
              pawl connections set mail --kind smtp --address smtp.example:587
            </code>
          </EmptyState>
        ) : (
          <>
            <div className="trigger-filter">
              <ListSearch value={search.q} onChange={(q) => change({ q })} />
            </div>
            {found.length === 0 ? (
              <EmptyState title={t('triggers.nothingFound')}>
                <button type="button" className="btn" onClick={() => change({ q: undefined })}>
                  {t('triggers.clear')}
                </button>
              </EmptyState>
            ) : (
              <ConnectionsTable rows={found} breakerOf={breakerOf} selected={search.show} />
            )}
            <MoreRows query={list} />
          </>
        )}
        {(mayList || list.isError) && others.length > 0 && <OtherSystems breakers={others} />}
      </div>
      {search.act === 'try' ? (
        <OtherTrial />
      ) : (
        shown && <ConnectionPanel connection={shown} breaker={breakerOf(shown)} />
      )}
      {list.data && <ConnectionSheets connection={shown} />}
    </div>
  );
}
