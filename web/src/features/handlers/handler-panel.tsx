import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FlaskConical, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Resource } from '../../api/types';
import { useText } from '../../i18n/i18n';
import { nameOf } from '../../model/handlers/handlers';
import { CopyButton } from '../../ui/copy';
import { GuardedButton } from '../../ui/guarded-button';
import { Icon } from '../../ui/icons';
import { useKeys } from '../../ui/keys';
import { EmptyState } from '../../ui/states';
import { Time } from '../../ui/time';
import { State } from './handler-list';
import { Breakers, Uses, Waiting } from './panel-parts';
import { workQuery } from './queries';
import { SchemaTable } from './schema-table';

/** What a handler needs and gives, who serves it, and which flows use it. */
export function HandlerPanel({
  resource,
  handler,
  aliases,
  onClose,
  onTry,
  onShow,
}: {
  resource: string;
  /** Undefined if nothing is known of the resource. */
  handler: Resource | undefined;
  aliases: readonly string[];
  onClose: () => void;
  onTry: () => void;
  onShow: (resource: string) => void;
}) {
  const { t } = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  const work = useQuery(workQuery);
  useKeys({ Escape: onClose });
  useEffect(() => heading.current?.focus(), []);
  const descriptor = handler?.descriptor;
  return (
    <aside className="handler-side" aria-label={t('handlers.about', { resource })}>
      <header>
        <h2 ref={heading} tabIndex={-1} className="clip">
          {handler ? nameOf(handler) : resource}
        </h2>
        <button
          type="button"
          className="icon-btn ml-auto"
          aria-label={t('action.close')}
          onClick={onClose}
        >
          <Icon of={X} />
        </button>
      </header>
      {handler ? (
        <>
          <div className="handler-body">
            <p className="flex items-center gap-1 mono">
              {resource} <CopyButton text={resource} what={t('handlers.resource')} />
            </p>
            {handler.source === 'none' && (
              <Waiting
                handler={handler}
                unserved={work.data?.unserved.find((one) => one.resource === resource)}
              />
            )}
            {descriptor?.description && <p className="leading-5">{descriptor.description}</p>}
            {handler.effect === 'EXTERNAL' && <Breakers />}
            <dl className="handler-facts">
              <dt>{t('handlers.fact.served')}</dt>
              <dd>
                <State handler={handler} />
              </dd>
              {handler.aliasOf && (
                <>
                  <dt>{t('handlers.fact.aliasOf')}</dt>
                  <dd>
                    <button
                      type="button"
                      className="under mono"
                      onClick={() => onShow(handler.aliasOf ?? '')}
                    >
                      {handler.aliasOf}
                    </button>
                  </dd>
                </>
              )}
              {aliases.length > 0 && (
                <>
                  <dt>{t('handlers.fact.aliases')}</dt>
                  <dd className="mono">{aliases.join(', ')}</dd>
                </>
              )}
              {handler.effect && (
                <>
                  <dt>{t('handlers.fact.effect')}</dt>
                  <dd>{t(`handlers.effect.${handler.effect}`)}</dd>
                </>
              )}
              {typeof handler.timeoutSeconds === 'number' && (
                <>
                  <dt>{t('handlers.fact.timeout')}</dt>
                  <dd>{handler.timeoutSeconds} s</dd>
                </>
              )}
              {handler.workers.map((worker) => (
                <Worker key={worker.name} name={worker.name} seenAt={worker.seenAt} />
              ))}
            </dl>
            <SchemaTable title={t('handlers.config')} schema={descriptor?.configSchema} />
            <SchemaTable title={t('handlers.input')} schema={descriptor?.inputSchema} />
            <SchemaTable title={t('handlers.output')} schema={descriptor?.outputSchema} />
            {handler.errors.length > 0 && (
              <section aria-label={t('handlers.errors')}>
                <h3>{t('handlers.errors')}</h3>
                <dl className="handler-errors">
                  {handler.errors.map((error) => (
                    <div key={error.name}>
                      <dt className="mono">{error.name}</dt>
                      <dd>
                        {error.description}
                        {error.retryable && (
                          <span className="tag ml-1">{t('handlers.retryable')}</span>
                        )}
                      </dd>
                    </div>
                  ))}
                </dl>
              </section>
            )}
            <Uses resource={resource} />
          </div>
          <footer>
            <GuardedButton permission="EDIT" className="btn primary" shortcut="t" onClick={onTry}>
              <Icon of={FlaskConical} /> {t('handlers.try')} <kbd>t</kbd>
            </GuardedButton>
          </footer>
        </>
      ) : (
        <div className="handler-body">
          <EmptyState title={t('handlers.unknown', { resource })}>
            <p>{t('handlers.unknownAdvice')}</p>
            <Link to="/executions" search={{ status: ['WAITING'] }} className="btn">
              {t('handlers.showWaiting')}
            </Link>
          </EmptyState>
          <Uses resource={resource} />
        </div>
      )}
    </aside>
  );
}

function Worker({ name, seenAt }: { name: string; seenAt: string }) {
  const { t } = useText();
  return (
    <>
      <dt>{t('handlers.fact.worker')}</dt>
      <dd>
        <span className="mono">{name}</span>{' '}
        <span className="text-muted">
          {t('handlers.fact.seen')} <Time at={seenAt} />
        </span>
      </dd>
    </>
  );
}
