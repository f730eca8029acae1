import { useNavigate, useSearch } from '@tanstack/react-router';
import { Upload } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useMay } from '../../api/session';
import type { Flow, FlowBulkAction } from '../../api/types';
import { useText } from '../../i18n/i18n';
import { Icon } from '../../ui/icons';
import { MoreFailed, readMore } from '../../ui/more';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states';
import { useTitle } from '../../ui/title';
import { useSelection } from '../../ui/use-selection';
import { BulkBar } from './components/bulk-bar';
import { DeleteDialog } from './components/delete-dialog';
import { DuplicateDialog } from './components/duplicate-dialog';
import { EffectDialog } from './components/effect-dialog';
import { Filters } from './components/filters';
import { ImportDialog } from './components/import-dialog';
import { NoFlows } from './components/no-flows';
import { FlowTable } from './components/table';
import './flows.css';
import { useActivity, useFlows, useSummary } from './queries';

type Open =
  | { kind: 'effect'; action: FlowBulkAction; codes: readonly string[] }
  | { kind: 'delete' | 'duplicate'; flow: Flow }
  | { kind: 'import' };

const NONE: ReadonlySet<string> = new Set();

/** All flows with what they did; filters and order are in the URL. */
export function FlowsPage() {
  const { t } = useText();
  useTitle(t('nav.flows'));
  const filter = useSearch({ from: '/flows' });
  const navigate = useNavigate({ from: '/flows' });
  const mayEdit = useMay('EDIT');
  const [selected, setSelected] = useSelection(
    JSON.stringify({ ...filter, sort: undefined }),
    NONE,
  );
  const [open, setOpen] = useState<Open | null>(null);
  const list = useFlows(filter);
  const pages = list.data?.pages ?? [];
  const activity = useActivity(pages);
  const summary = useSummary();
  const rows = pages.flatMap((page) => page.items);
  const isFiltered = Object.entries(filter).some(
    ([name, value]) => name !== 'sort' && value !== undefined,
  );
  const close = useCallback(() => setOpen(null), []);
  const isEmpty = !list.isPending && !list.isError && rows.length === 0;
  return (
    <>
      <header className="page-head">
        <h1>{t('nav.flows')}</h1>
        {summary.data && (summary.data.flows > 0 || isFiltered) && (
          <span className="label">
            {t('flows.count', { count: summary.data.flows, live: summary.data.active })}
          </span>
        )}
        <button
          type="button"
          className="btn ml-auto"
          aria-disabled={!mayEdit}
          title={mayEdit ? undefined : t('permission.EDIT')}
          onClick={() => mayEdit && setOpen({ kind: 'import' })}
        >
          <Icon of={Upload} /> {t('flows.import')}
        </button>
      </header>
      {(rows.length > 0 || isFiltered || list.isPending) && <Filters summary={summary.data} />}
      {list.isPending ? (
        <SkeletonRows rows={12} />
      ) : list.isError && rows.length === 0 ? (
        <ErrorState
          title={t('flows.failed')}
          error={list.error}
          onRetry={() => void list.refetch()}
        />
      ) : isEmpty && !isFiltered && (summary.data?.archived ?? 0) === 0 ? (
        <NoFlows onImport={() => setOpen({ kind: 'import' })} />
      ) : isEmpty ? (
        <EmptyState title={t('flows.empty')}>
          <button
            type="button"
            className="btn"
            onClick={() => void navigate({ search: isFiltered ? {} : { status: 'ARCHIVED' } })}
          >
            {t(isFiltered ? 'filter.clear' : 'flows.showArchived')}
          </button>
        </EmptyState>
      ) : (
        <>
          <FlowTable
            rows={rows}
            activity={activity}
            selected={selected}
            onSelect={setSelected}
            hasMore={list.hasNextPage}
            onMore={() => readMore(list)}
            onAction={(action, flow) => setOpen({ kind: 'effect', action, codes: [flow.code] })}
            onDuplicate={(flow) => setOpen({ kind: 'duplicate', flow })}
            onDelete={(flow) => setOpen({ kind: 'delete', flow })}
          />
          {list.isFetchNextPageError && (
            <MoreFailed error={list.error} onRetry={() => void list.fetchNextPage()} />
          )}
        </>
      )}
      {selected.size > 0 && (
        <BulkBar
          selected={selected}
          isArchive={filter.status === 'ARCHIVED'}
          onAction={(action) => setOpen({ kind: 'effect', action, codes: [...selected] })}
          onClear={() => setSelected(NONE)}
        />
      )}
      {open?.kind === 'effect' && (
        <EffectDialog
          action={open.action}
          codes={open.codes}
          tags={Object.keys(summary.data?.tags ?? {})}
          onClose={close}
          onDone={() => setSelected(NONE)}
        />
      )}
      {open?.kind === 'delete' && <DeleteDialog flow={open.flow} onClose={close} />}
      {open?.kind === 'duplicate' && <DuplicateDialog flow={open.flow} onClose={close} />}
      {open?.kind === 'import' && <ImportDialog onClose={close} />}
    </>
  );
}
