import { KeyRound, Pencil, Trash2 } from 'lucide-react';
import type { Breaker, Connection } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { downstreamOf, secretsOf } from '../../../model/triggers/connections';
import { CopyButton } from '../../../ui/copy';
import { GuardedButton } from '../../../ui/guarded-button';
import { Icon } from '../../../ui/icons';
import { Time } from '../../../ui/time';
import { Fact, SidePanel } from '../side-panel';
import { useTriggersUrl } from '../use-triggers';
import { BreakerState } from './breaker-state';

/** One connection: where it leads, with which secrets, and whether calls go through. */
export function ConnectionPanel({
  connection,
  breaker,
}: {
  connection: Connection;
  breaker: Breaker | undefined;
}) {
  const { t } = useText();
  const { change } = useTriggersUrl();
  const { type, ...auth } = connection.auth;
  const secrets = secretsOf(connection.auth);
  const plain = Object.entries({ ...auth, ...connection.options }).filter(
    ([, value]) => typeof value === 'string' && !value.includes('{{'),
  );
  const operations = Object.entries(connection.operations);
  return (
    <SidePanel
      title={connection.name}
      label={t('triggers.connectionPanel')}
      id={connection.name}
      onClose={() => change({ show: undefined })}
      actions={
        <>
          <GuardedButton
            permission="ADMINISTER"
            shortcut="e"
            onClick={() => change({ act: 'edit' })}
          >
            <Icon of={Pencil} /> {t('triggers.edit')}
          </GuardedButton>
          {breaker?.state === 'open' && (
            <GuardedButton permission="OPERATE" onClick={() => change({ act: 'release' })}>
              {t('triggers.release')}
            </GuardedButton>
          )}
          <GuardedButton
            permission="ADMINISTER"
            className="btn danger ml-auto"
            onClick={() => change({ act: 'delete' })}
          >
            <Icon of={Trash2} /> {t('triggers.delete')}
          </GuardedButton>
        </>
      }
    >
      <Health breaker={breaker} />
      <dl className="trigger-facts">
        <Fact name={t('triggers.field.kind')}>{connection.kind.toUpperCase()}</Fact>
        <Fact name={t('triggers.field.address')}>
          <span className="mono break-anywhere">{connection.address}</span>
          <CopyButton text={connection.address} what={t('triggers.field.address')} />
        </Fact>
        <Fact name={t('triggers.field.tls')}>{t(`triggers.tls.${connection.tls}`)}</Fact>
        <Fact name={t('triggers.field.auth')}>
          {t(`triggers.auth.${typeof type === 'string' ? type : loginType(auth)}`)}
        </Fact>
        {plain.map(([name, value]) => (
          <Fact key={name} name={t(`triggers.setting.${name}`)}>
            <span className="break-anywhere">{String(value)}</span>
          </Fact>
        ))}
        <Fact name={t('triggers.secrets')}>
          {secrets.length === 0
            ? t('triggers.noSecrets')
            : secrets.map((secret) => (
                <span key={secret} className="tag">
                  <Icon of={KeyRound} size="xs" /> {secret}
                </span>
              ))}
        </Fact>
        <Fact name={t('triggers.field.private')}>
          {t(connection.allowPrivate ? 'triggers.privateAllowed' : 'triggers.privateForbidden')}
        </Fact>
        <Fact name={t('triggers.column.changed')}>
          <span>
            <Time at={connection.updatedAt} /> · <bdi>{connection.updatedBy}</bdi>
          </span>
        </Fact>
      </dl>
      {operations.length > 0 && (
        <section>
          <h3>{t('triggers.operations')}</h3>
          <ul className="start-list">
            {operations.map(([name, call]) => (
              <li key={name} className="operation">
                <span className="clip">{name}</span>
                <code className="mono clip" title={`${call.method} ${call.path}`}>
                  {call.method} {call.path}
                </code>
              </li>
            ))}
          </ul>
        </section>
      )}
      <p className="text-muted">{t('triggers.systemName', { system: downstreamOf(connection) })}</p>
    </SidePanel>
  );
}

const loginType = (auth: object) => (Object.keys(auth).length > 0 ? 'login' : 'none');

function Health({ breaker }: { breaker: Breaker | undefined }) {
  const { t } = useText();
  return (
    <div className={`trigger-note ${breaker ? 'warn' : ''}`}>
      <BreakerState breaker={breaker} />
      <p className="pt-1">
        {t(`triggers.breakerNote.${breaker?.state ?? 'closed'}`)}{' '}
        {breaker?.nextProbe && (
          <>
            {t('triggers.nextProbe')} <Time at={breaker.nextProbe} />.
          </>
        )}
      </p>
      {breaker && (
        <p className="pt-1">
          {t('triggers.lastFailure')} <code className="mono">{breaker.error}</code>: {breaker.cause}
        </p>
      )}
    </div>
  );
}
