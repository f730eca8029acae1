import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';
import { ApiError, call } from '../../api/client';
import { queryKeys } from '../../api/query-keys';
import type { Execution, Flow, FlowVersion, Listing } from '../../api/types';
import { useText } from '../../i18n/i18n';
import { graphOf } from '../../model/flow/graph';
import { readDefinition } from '../../model/flow/read';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states';
import { Status } from '../../ui/status';
import { Duration, Time } from '../../ui/time';
import { useTitle } from '../../ui/title';
import { FlowHeader } from '../../ui/flow-header';

const FlowCanvas = lazy(() =>
  import('../../canvas/flow-canvas').then((module) => ({ default: module.FlowCanvas })),
);
const LATEST = 8;

/** One flow: its graph, its latest executions and versions. */
export function FlowPage() {
  const { t } = useText();
  const { flow: code } = useParams({ from: '/flows/$flow' });
  const path = `/api/flows/${encodeURIComponent(code)}`;
  const flow = useQuery({
    queryKey: queryKeys.flow(code),
    queryFn: ({ signal }) => call<Flow>(path, { signal }),
  });
  useTitle(flow.data?.name ?? code);
  const live = flow.data?.active ?? null;
  const version = useQuery({
    queryKey: queryKeys.version(code, live ?? 0),
    queryFn: ({ signal }) => call<FlowVersion>(`${path}/versions/${live}`, { signal }),
    enabled: live !== null,
    staleTime: Infinity,
  });
  const source = live === null ? flow.data?.draft.source : version.data?.source;
  const machine = useMemo(() => graphOf(readDefinition(source ?? '')), [source]);
  if (flow.isPending) return <SkeletonRows rows={10} />;
  if (flow.isError) {
    return flow.error instanceof ApiError && flow.error.status === 404 ? (
      <EmptyState title={t('flow.notFound', { code })}>
        <Link to="/flows" className="btn">
          {t('flow.all')}
        </Link>
      </EmptyState>
    ) : (
      <ErrorState title={t('flow.failed')} error={flow.error} onRetry={() => void flow.refetch()} />
    );
  }
  return (
    <>
      <FlowHeader flow={flow.data} />
      <div className="flex-1 overflow-auto px-6 py-4 grid gap-4 content-start" tabIndex={0}>
        {flow.data.description && (
          <p className="text-muted max-w-3xl leading-5">{flow.data.description}</p>
        )}
        <div className="panel overflow-hidden grid flex-none" style={{ height: 344 }}>
          <Suspense fallback={<div />}>
            <FlowCanvas
              machine={machine}
              title={live === null ? t('flow.draftGraph') : t('flow.liveGraph', { version: live })}
              direction="right"
            />
          </Suspense>
        </div>
        <div className="grid gap-4 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
          <LatestRuns code={code} />
          <Versions code={code} />
        </div>
      </div>
    </>
  );
}

function LatestRuns({ code }: { code: string }) {
  const { t } = useText();
  const list = useQuery({
    queryKey: ['flow', code, 'latest'],
    queryFn: ({ signal }) =>
      call<Listing<Execution>>('/api/flows/executions', {
        query: { flow: code, limit: LATEST },
        signal,
      }),
    refetchInterval: 5_000,
  });
  const rows = list.data?.items ?? [];
  return (
    <section className="panel overflow-hidden" aria-label={t('flow.latest')}>
      <header>
        <h2 style={{ font: '600 13px/20px var(--font-ui)' }}>{t('flow.latest')}</h2>
        <Link to="/executions" search={{ flow: code }} className="under ml-auto text-muted">
          {t('flow.allRuns')}
        </Link>
      </header>
      {rows.length === 0 && !list.isPending && (
        <p className="px-4 pb-4 text-muted">{t('flow.noRuns')}</p>
      )}
      <ul>
        {rows.map((run) => (
          <li
            key={run.id}
            className="grid items-center gap-4 h-9 px-4 border-t border-line grid-cols-[108px_minmax(0,1fr)_72px] sm:grid-cols-[108px_120px_minmax(0,1fr)_72px_84px]"
          >
            <Status status={run.status} />
            <Link to="/executions/$id" params={{ id: run.id }} className="mono clip">
              {run.businessKey ?? `…${run.id.slice(-8)}`}
            </Link>
            <span className="clip max-sm:hidden">
              {run.error && <code className="mono text-bad">{run.error}</code>}{' '}
              <span className="text-muted">{run.cause}</span>
            </span>
            <span className="num">
              <Duration start={run.startedAt} end={run.endedAt} />
            </span>
            <span className="num text-muted max-sm:hidden">
              <Time at={run.startedAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Versions({ code }: { code: string }) {
  const { t } = useText();
  const list = useQuery({
    queryKey: queryKeys.versions(code),
    queryFn: ({ signal }) =>
      call<Listing<FlowVersion>>(`/api/flows/${encodeURIComponent(code)}/versions`, {
        query: { limit: LATEST },
        signal,
      }),
  });
  const versions = list.data?.items ?? [];
  return (
    <section className="panel overflow-hidden self-start" aria-label={t('flow.versions')}>
      <header>
        <h2 style={{ font: '600 13px/20px var(--font-ui)' }}>{t('flow.versions')}</h2>
        {versions.length > 0 && (
          <Link
            to="/flows/$flow/versions"
            params={{ flow: code }}
            className="under ml-auto text-muted"
          >
            {t('flow.compare')}
          </Link>
        )}
      </header>
      {versions.length === 0 && !list.isPending && (
        <p className="px-4 pb-4 text-muted">{t('flow.noVersions')}</p>
      )}
      <ul>
        {versions.map((version) => (
          <li
            key={version.number}
            className="flex items-center gap-3 h-9 px-4 border-t border-line"
          >
            <span className={`flow-dot ${version.active ? 'active' : ''}`} aria-hidden />
            <b className="font-medium">v{version.number}</b>
            {version.active && <span className="tag">{t('version.live')}</span>}
            <span className="clip text-muted">
              {[version.note && `“${version.note}”`, version.publishedBy]
                .filter(Boolean)
                .join(', ')}
            </span>
            <span className="ml-auto text-muted whitespace-nowrap">
              <Time at={version.createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
