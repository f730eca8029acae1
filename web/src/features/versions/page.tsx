import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { History, Upload } from 'lucide-react';
import { ApiError } from '../../api/client';
import { useMay } from '../../api/session';
import type { Flow } from '../../api/types';
import { useText } from '../../i18n/i18n';
import { FlowHeader } from '../../ui/flow-header';
import { Icon } from '../../ui/icons';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states';
import { useTitle } from '../../ui/title';
import { Comparison } from './components/comparison';
import { PublishSheet } from './components/publish-sheet';
import { VersionDialog } from './components/version-dialog';
import { DRAFT, diffQuery, flowQuery, statsQuery, versionsQuery } from './queries';
import './versions.css';

/** Two versions side by side: graphs, changes in words, text; the pair is in the URL. */
export function VersionsPage() {
  const { t } = useText();
  const { flow: code } = useParams({ from: '/flows/$flow/versions' });
  const search = useSearch({ from: '/flows/$flow/versions' });
  const navigate = useNavigate({ from: '/flows/$flow/versions' });
  const flow = useQuery(flowQuery(code));
  const versions = useQuery(versionsQuery(code));
  const stats = useQuery(statsQuery(code));
  useTitle(flow.data?.name ?? code, t('flow.versions'));
  const list = versions.data?.items ?? [];
  const numbers = list.map((version) => String(version.number));
  const to = search.to ?? numbers[0] ?? DRAFT;
  const from =
    search.from ?? numbers[numbers.indexOf(to) + 1] ?? (to === DRAFT ? numbers[0] : to) ?? DRAFT;
  const diff = useQuery(diffQuery(code, from, to, flow.data?.revision ?? 0));
  if (flow.isPending || versions.isPending) return <SkeletonRows rows={10} />;
  if (flow.isError && !flow.data)
    return flow.error instanceof ApiError && flow.error.status === 404 ? (
      <EmptyState title={t('flow.notFound', { code })} />
    ) : (
      <ErrorState title={t('flow.failed')} error={flow.error} onRetry={() => void flow.refetch()} />
    );
  if (versions.isError && !versions.data)
    return (
      <ErrorState
        title={t('versions.failed')}
        error={versions.error}
        onRetry={() => void versions.refetch()}
      />
    );
  const set = (change: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  const close = () => set({ act: undefined });
  return (
    <>
      <FlowHeader
        flow={flow.data}
        actions={<Actions flow={flow.data} from={from} onAct={(act) => set({ act })} />}
      />
      {numbers.length === 0 ? (
        <EmptyState title={t('versions.empty')}>
          <p>{t('versions.emptyAdvice')}</p>
          <pre className="code-block">pawl flows publish {code}</pre>
        </EmptyState>
      ) : (
        <Comparison
          flow={flow.data}
          versions={list}
          stats={stats.data}
          from={from}
          to={to}
          diff={diff.data}
          error={diff.error}
          change={search.change}
          isLinked={search.link !== 'off'}
          onChange={set}
        />
      )}
      {search.act === 'publish' && <PublishSheet flow={flow.data} onClose={close} />}
      {search.act !== undefined && search.act !== 'publish' && (
        <VersionDialog flow={flow.data} act={search.act} onClose={close} />
      )}
    </>
  );
}

/** Publishing the draft, and restoring or activating the older of the two versions. */
function Actions({
  flow,
  from,
  onAct,
}: {
  flow: Flow;
  from: string;
  onAct: (act: string) => void;
}) {
  const { t } = useText();
  const mayPublish = useMay('PUBLISH');
  const mayEdit = useMay('EDIT');
  const errors = flow.findings.filter((finding) => finding.severity === 'error').length;
  const next = (flow.latest ?? 0) + 1;
  const blocked =
    flow.status === 'ARCHIVED'
      ? t('run.archived')
      : !mayPublish
        ? t('permission.PUBLISH')
        : !flow.draft.changed
          ? t('publish.unchanged')
          : undefined;
  return (
    <>
      {errors > 0 && (
        <span className="text-muted max-xl:hidden">
          {t('versions.draftErrors', { version: next, count: errors })}
        </span>
      )}
      {from !== DRAFT && (
        <button
          type="button"
          className="btn"
          aria-disabled={!mayEdit}
          title={mayEdit ? undefined : t('permission.EDIT')}
          onClick={() => mayEdit && onAct(`restore-${from}`)}
        >
          <Icon of={History} /> {t('versions.restore', { version: from })}
        </button>
      )}
      <button
        type="button"
        className="btn primary"
        data-shortcut="p"
        aria-disabled={blocked !== undefined}
        title={blocked}
        onClick={() => blocked === undefined && onAct('publish')}
      >
        <Icon of={Upload} /> {t('publish.open', { version: next })}
      </button>
    </>
  );
}
