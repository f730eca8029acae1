import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { AuditEntry, Flow } from '../../api/types';
import { useText } from '../../i18n/i18n';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states';
import { JsonView } from '../../ui/json-view';
import { Time } from '../../ui/time';
import './flow.css';
import { FlowFrame } from './frame';
import { auditQuery } from './queries';

/** Who changed the flow, started it or was refused. */
export function AuditPage() {
  const { t } = useText();
  return <FlowFrame tab={t('flow.tab.audit')}>{(flow) => <Audit flow={flow} />}</FlowFrame>;
}

function Audit({ flow }: { flow: Flow }) {
  const { t } = useText();
  const search = useSearch({ from: '/flows/$flow/audit' });
  const navigate = useNavigate({ from: '/flows/$flow/audit' });
  const denied = search.denied === 'true' ? true : undefined;
  const list = useInfiniteQuery(auditQuery(flow.code, { actor: search.actor, denied }));
  const rows = list.data?.pages.flatMap((page) => page.items) ?? [];
  const isFiltered = search.actor !== undefined || denied;
  return (
    <>
      <div className="flex items-center gap-4 px-6 h-12 flex-none flex-wrap">
        <label className="flex items-center gap-2">
          <input
            type="checkbox"
            className="checkbox"
            checked={denied ?? false}
            onChange={(event) =>
              void navigate({
                search: (before) => ({
                  ...before,
                  denied: event.target.checked ? 'true' : undefined,
                }),
              })
            }
          />
          {t('audit.denied')}
        </label>
        {search.actor && (
          <span className="chip">
            {t('audit.actor')} <b>{search.actor}</b>
            <button
              type="button"
              aria-label={t('filter.remove', { name: search.actor })}
              onClick={() =>
                void navigate({ search: (before) => ({ ...before, actor: undefined }) })
              }
            >
              ×
            </button>
          </span>
        )}
      </div>
      {list.isPending ? (
        <SkeletonRows rows={10} />
      ) : list.isError && rows.length === 0 ? (
        <ErrorState
          title={t('audit.failed')}
          error={list.error}
          onRetry={() => void list.refetch()}
        />
      ) : rows.length === 0 ? (
        <EmptyState title={t(isFiltered ? 'audit.noMatch' : 'audit.none')} />
      ) : (
        <div
          className="flex-1 overflow-auto"
          tabIndex={0}
          role="region"
          aria-label={t('flow.tab.audit')}
        >
          <ol>
            {rows.map((entry) => (
              <Entry
                key={entry.number}
                entry={entry}
                onActor={(actor) => void navigate({ search: (before) => ({ ...before, actor }) })}
              />
            ))}
          </ol>
          {list.hasNextPage && (
            <div className="px-6 py-4">
              <button
                type="button"
                className="btn"
                disabled={list.isFetchingNextPage}
                onClick={() => void list.fetchNextPage()}
              >
                {t('audit.more')}
              </button>
            </div>
          )}
        </div>
      )}
    </>
  );
}

function Entry({ entry, onActor }: { entry: AuditEntry; onActor: (actor: string) => void }) {
  const { t } = useText();
  const hasState = (entry.before ?? null) !== null || (entry.after ?? null) !== null;
  const what = t(`audit.endpoint.${kindOf(entry.endpoint)}`);
  const [, detail = ''] = entry.target.split('?');
  return (
    <li className="audit-entry">
      <span className="when text-muted">
        <Time at={entry.at} />
      </span>
      <button type="button" className="under clip" onClick={() => onActor(entry.actor)}>
        {entry.actor || t('audit.anonymous')}
      </button>
      <span className="what">
        <b className="font-medium">{what}</b>{' '}
        <code className="mono text-muted">
          {entry.endpoint.replace('/api/flows/{flow}', '…')}
          {detail && ` ${detail}`}
        </code>
      </span>
      <span className={`num ${entry.status >= 400 ? 'text-bad' : 'text-muted'}`}>
        {entry.status >= 400 ? t('audit.refused', { status: entry.status }) : entry.status}
      </span>
      {hasState && (
        <details className="state">
          <summary>{t('audit.change')}</summary>
          <div className="grid gap-4 md:grid-cols-2 py-2">
            <div>
              <h3 className="label">{t('audit.before')}</h3>
              <JsonView value={entry.before ?? null} />
            </div>
            <div>
              <h3 className="label">{t('audit.after')}</h3>
              <JsonView value={entry.after ?? null} />
            </div>
          </div>
        </details>
      )}
    </li>
  );
}

const KINDS: Record<string, string> = {
  'POST /api/flows/{flow}/execute': 'start',
  'POST /api/flows/{flow}/test': 'test',
  'PUT /api/flows/{flow}': 'save',
  'DELETE /api/flows/{flow}': 'archive',
  'POST /api/flows/{flow}/restore': 'restore',
  'POST /api/flows/{flow}/publish': 'publish',
  'POST /api/flows/{flow}/activate': 'activate',
  'POST /api/flows/{flow}/deactivate': 'deactivate',
  'POST /api/flows/{flow}/versions/{number}/restore': 'revert',
  'POST /api/flows/{flow}/duplicate': 'duplicate',
  'POST /api/flows/{flow}/delete': 'delete',
  'POST /api/flows/bulk': 'bulk',
};

function kindOf(endpoint: string): string {
  if (endpoint.includes('/trigger')) return 'trigger';
  return KINDS[endpoint] ?? 'other';
}
