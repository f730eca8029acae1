import { useInfiniteQuery } from '@tanstack/react-query';
import type { Binding } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { groupByEvent, isFound } from '../../../model/triggers/bindings';
import { GuardedButton } from '../../../ui/guarded-button';
import { EmptyState, ErrorState, SkeletonRows } from '../../../ui/states';
import { ListSearch, MoreRows } from '../parts';
import { bindingsQuery, countsAgain } from '../queries';
import { TrialPanel } from '../trial/trial-panel';
import { useFlowNames, useTriggersUrl } from '../use-triggers';
import { BindingPanel } from './binding-panel';
import { BindingSheets } from './binding-sheets';
import { BindingsTable } from './bindings-table';

/** The bindings by event; the shown one and the search are in the URL. */
export function BindingsTab() {
  const { t } = useText();
  const { search, change } = useTriggersUrl();
  const nameOf = useFlowNames();
  const list = useInfiniteQuery({ ...bindingsQuery, ...countsAgain });
  const all: Binding[] = list.data?.pages.flatMap((page) => page.items) ?? [];
  const found = search.q
    ? all.filter((one) => isFound(one, nameOf(one.flow), search.q ?? ''))
    : all;
  const shown = all.find((one) => one.id === search.show);
  return (
    <div className="trigger-split">
      <div className="trigger-main">
        {list.isPending ? (
          <SkeletonRows rows={10} />
        ) : list.isError && !list.data ? (
          <ErrorState
            title={t('triggers.failed')}
            error={list.error}
            onRetry={() => void list.refetch()}
          />
        ) : all.length === 0 ? (
          <EmptyState title={t('triggers.none.bindings')}>
            <p>{t('triggers.noneAdvice.bindings')}</p>
            <GuardedButton permission="EDIT" onClick={() => change({ act: 'new' })}>
              {t('triggers.new.bindings')}
            </GuardedButton>
            <code className="code-block">
              pawl bindings add POLICY_CREATED policy-onboarding --client 17
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
              <BindingsTable groups={groupByEvent(found)} nameOf={nameOf} selected={search.show} />
            )}
            <MoreRows query={list} />
          </>
        )}
      </div>
      {search.act === 'try' ? (
        <TrialPanel bindings={all} />
      ) : (
        shown && <BindingPanel binding={shown} all={all} nameOf={nameOf} />
      )}
      {list.data && <BindingSheets binding={shown} all={all} nameOf={nameOf} />}
    </div>
  );
}
