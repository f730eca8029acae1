import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { call } from '../../api/client';
import { executionPath } from '../../api/paths';
import { queryKeys } from '../../api/query-keys';
import type { Execution } from '../../api/types';
import { useText } from '../../i18n/i18n';
import { flowNameOf } from '../../model/executions/flow-name';
import { CopyButton } from '../../ui/copy';
import { Icon } from '../../ui/icons';
import { ErrorState } from '../../ui/states';
import { Status } from '../../ui/status';
import { Duration, Time } from '../../ui/time';
import { Labels, Trigger } from './cells';

const MAX_JSON = 20_000;

/** An execution beside the list, so that rows are compared without leaving it. */
export function Peek({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useText();
  const query = useQuery({
    queryKey: queryKeys.execution(id),
    queryFn: ({ signal }) => call<Execution>(executionPath(id), { signal }),
  });
  const run = query.data;
  return (
    <aside className="peek" aria-label={t('peek.title')}>
      <header className="flex items-center gap-2 h-12 pl-4 pr-2 flex-none border-b border-line">
        {run ? <Status status={run.status} badge /> : <span className="skeleton w-20" />}
        <bdi className="clip font-medium">{run && flowNameOf(run)}</bdi>
        <button
          type="button"
          className="icon-btn ml-auto"
          aria-label={t('action.close')}
          onClick={onClose}
        >
          <Icon of={X} />
        </button>
      </header>
      <div className="peek-body">
        {query.isError && !run ? (
          <ErrorState
            title={t('executions.failed')}
            error={query.error}
            onRetry={() => void query.refetch()}
          />
        ) : (
          run && <Details run={run} />
        )}
      </div>
      <footer className="flex gap-2 px-4 py-3 border-t border-line flex-none">
        <Link to="/executions/$id" params={{ id }} className="btn primary">
          {t('peek.open')} <Icon of={ArrowRight} />
        </Link>
      </footer>
    </aside>
  );
}

function Details({ run }: { run: Execution }) {
  const { t } = useText();
  return (
    <>
      {run.error && (
        <div className="peek-error" role="note">
          <code dir="auto">{run.error}</code>
          <p dir="auto">{run.cause}</p>
        </div>
      )}
      <dl className="peek-facts">
        <Fact name={t('peek.id')}>
          <span className="mono clip">{run.id}</span>
          <CopyButton text={run.id} what={t('peek.id')} />
        </Fact>
        {run.businessKey && (
          <Fact name={t('executions.column.key')}>
            <bdi className="mono clip">{run.businessKey}</bdi>
          </Fact>
        )}
        <Fact name={t('executions.column.trigger')}>
          <Trigger kind={run.trigger} />
        </Fact>
        <Fact name={t('executions.column.started')}>
          <Time at={run.startedAt} />
        </Fact>
        <Fact name={t('executions.column.took')}>
          <Duration start={run.startedAt} end={run.endedAt} />
        </Fact>
        {(run.current ?? []).slice(0, 5).map((state) => (
          <Fact key={state.step} name={t('peek.state')}>
            <bdi className="clip">{state.state}</bdi>
          </Fact>
        ))}
        {Object.keys(run.labels).length > 0 && (
          <Fact name={t('executions.column.labels')}>
            <Labels labels={run.labels} />
          </Fact>
        )}
      </dl>
      <Payload title={t('peek.input')} value={run.input} />
      {run.output !== null && run.output !== undefined && (
        <Payload title={t('peek.output')} value={run.output} />
      )}
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Payload({ title, value }: { title: string; value: unknown }) {
  const text = JSON.stringify(value, null, 2) ?? '';
  return (
    <section className="grid gap-1">
      <h3>{title}</h3>
      <pre className="code-block peek-json" dir="ltr" tabIndex={0}>
        {text.length > MAX_JSON ? `${text.slice(0, MAX_JSON)}…` : text}
      </pre>
    </section>
  );
}
