import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError } from '../../api/client';
import { useMay } from '../../api/session';
import type { Flow } from '../../api/types';
import { useText } from '../../i18n/i18n';
import { FlowHeader } from '../../ui/flow-header';
import { Icon } from '../../ui/icons';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states';
import { useTitle } from '../../ui/title';
import { RunSheet } from './components/run-sheet';
import { flowQuery } from './queries';

/** Head, tabs and states of a page of a flow; the sheet that starts it is in the URL. */
export function FlowFrame({
  tab,
  children,
}: {
  tab?: string;
  children: (flow: Flow) => ReactNode;
}) {
  const { t } = useText();
  const { flow: code } = useParams({ strict: false });
  const { run } = useSearch({ strict: false });
  const navigate = useNavigate();
  const mayOperate = useMay('OPERATE');
  const flow = useQuery(flowQuery(code ?? ''));
  useTitle(flow.data?.name ?? code ?? '', tab);
  if (flow.isPending) return <SkeletonRows rows={10} />;
  if (flow.isError && !flow.data) {
    return flow.error instanceof ApiError && flow.error.status === 404 ? (
      <EmptyState title={t('flow.notFound', { code })}>
        <Link to="/flows" search={{ search: code }} className="btn">
          {t('flow.all')}
        </Link>
      </EmptyState>
    ) : (
      <ErrorState title={t('flow.failed')} error={flow.error} onRetry={() => void flow.refetch()} />
    );
  }
  const reason =
    flow.data.status === 'ARCHIVED'
      ? t('run.archived')
      : (flow.data.latest ?? null) === null
        ? t('run.noVersion')
        : mayOperate
          ? undefined
          : t('permission.OPERATE');
  const show = (isOpen: boolean) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, run: isOpen ? '1' : undefined }),
      replace: true,
    });
  return (
    <>
      <FlowHeader
        flow={flow.data}
        actions={
          <button
            type="button"
            className="btn primary"
            data-shortcut="r"
            aria-disabled={reason !== undefined}
            title={reason}
            onClick={() => reason === undefined && show(true)}
          >
            <Icon of={Play} /> {t('run.open')} <kbd>r</kbd>
          </button>
        }
      />
      {children(flow.data)}
      {run !== undefined && reason === undefined && (
        <RunSheet flow={flow.data} onClose={() => show(false)} />
      )}
    </>
  );
}
