import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import type { Resource, Work } from '../../api/types';
import { useText } from '../../i18n/i18n';
import { Icon } from '../../ui/icons';
import { ErrorState } from '../../ui/states';
import { Time } from '../../ui/time';
import { breakersQuery, usesOfQuery } from './queries';

/** What waits for a resource that nobody serves, and how to serve it. */
export function Waiting({
  handler,
  unserved,
}: {
  handler: Resource;
  unserved: Work['unserved'][number] | undefined;
}) {
  const { t } = useText();
  return (
    <div className="handler-notice" role="note">
      <Icon of={TriangleAlert} />
      <div>
        <p>
          <b>{t('handlers.waiting.title', { count: handler.waiting })}</b>{' '}
          {handler.waitingSince && (
            <>
              {t('handlers.waiting.since')} <Time at={handler.waitingSince} />
            </>
          )}
        </p>
        <p className="text-muted">{t('handlers.waiting.advice')}</p>
        <code className="code-block">pawl worker {handler.resource} ./handler</code>
        {unserved && (
          <p>
            <Link to="/executions/$id" params={{ id: unserved.execution }} className="under">
              {t('handlers.waiting.oldest', { flow: unserved.flowName })}
            </Link>
            {' · '}
            <Link
              to="/executions"
              search={{ status: ['WAITING'], flow: unserved.flow }}
              className="under"
            >
              {t('handlers.waiting.all')}
            </Link>
          </p>
        )}
      </div>
    </div>
  );
}

/** The circuit breakers that hold back calls to other systems. */
export function Breakers() {
  const { t } = useText();
  const breakers = useQuery(breakersQuery);
  if (!breakers.data || breakers.data.length === 0) return null;
  return (
    <div className="handler-notice" role="note">
      <Icon of={TriangleAlert} />
      <div>
        <p>
          <b>{t('handlers.breakers', { count: breakers.data.length })}</b>{' '}
          <Link to="/triggers/$kind" params={{ kind: 'connections' }} className="under">
            {t('handlers.breakers.open')}
          </Link>
        </p>
        <ul>
          {breakers.data.map((breaker) => (
            <li key={breaker.downstream}>
              <span className="mono">{breaker.downstream}</span>{' '}
              <span className="text-muted">
                {breaker.error}, <Time at={breaker.since} />
              </span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** The states of active versions that use a resource. */
export function Uses({ resource }: { resource: string }) {
  const { t } = useText();
  const uses = useQuery(usesOfQuery(resource));
  return (
    <section aria-label={t('handlers.usedBy')}>
      <h3>{t('handlers.usedBy')}</h3>
      {uses.isPending ? (
        <div className="skeleton w-40" role="status" aria-label={t('state.loading')} />
      ) : uses.isError ? (
        <ErrorState
          title={t('handlers.usesFailed')}
          error={uses.error}
          onRetry={() => void uses.refetch()}
        />
      ) : uses.data.length === 0 ? (
        <p className="text-muted">{t('handlers.unused')}</p>
      ) : (
        <ul className="handler-used">
          {uses.data.map((use) => (
            <li key={use.flow}>
              <Link to="/flows/$flow" params={{ flow: use.flow }}>
                {use.flowName}
              </Link>{' '}
              <span className="text-muted">v{use.version}</span>
              <span className="states">
                {use.states.map((state) => (
                  <Link
                    key={state}
                    to="/flows/$flow"
                    params={{ flow: use.flow }}
                    search={{ state }}
                    className="tag quiet"
                  >
                    {state}
                  </Link>
                ))}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
