import { Link } from '@tanstack/react-router';
import { KeyRound, Pencil, Trash2 } from 'lucide-react';
import { useSession } from '../../../api/session';
import type { Webhook } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { STYLE_HEADERS, webhookCommand, webhookUrl } from '../../../model/triggers/webhooks';
import { CopyButton } from '../../../ui/copy';
import { GuardedButton } from '../../../ui/guarded-button';
import { Icon } from '../../../ui/icons';
import { Time } from '../../../ui/time';
import { LatestStarts } from '../parts';
import { Fact, SidePanel } from '../side-panel';
import { useTriggersUrl } from '../use-triggers';
import { SenderCheck } from './sender-check';

/** One webhook: its address, its secrets, and the executions of its last deliveries. */
export function WebhookPanel({
  webhook,
  nameOf,
}: {
  webhook: Webhook;
  nameOf: (flow: string) => string;
}) {
  const { t } = useText();
  const { change } = useTriggersUrl();
  const tenant = useSession().data?.tenant ?? 'default';
  const url = webhookUrl(location.origin, tenant, webhook);
  const headers = STYLE_HEADERS[webhook.style ?? ''] ?? [];
  return (
    <SidePanel
      title={nameOf(webhook.flow)}
      label={t('triggers.webhookPanel')}
      id={webhook.path}
      onClose={() => change({ show: undefined })}
      actions={
        <>
          <GuardedButton permission="EDIT" shortcut="e" onClick={() => change({ act: 'edit' })}>
            <Icon of={Pencil} /> {t('triggers.edit')}
          </GuardedButton>
          {webhook.authentication === 'WEBHOOK_SECRET' && (
            <GuardedButton permission="ADMINISTER" onClick={() => change({ act: 'rotate' })}>
              <Icon of={KeyRound} /> {t('triggers.rotate')}
            </GuardedButton>
          )}
          <GuardedButton
            permission="EDIT"
            className="btn danger ml-auto"
            onClick={() => change({ act: 'delete' })}
          >
            <Icon of={Trash2} /> {t('triggers.remove')}
          </GuardedButton>
        </>
      }
    >
      {webhook.findings.map((one) => (
        <p key={one.code} className="trigger-note warn">
          {one.message}. {one.advice}
        </p>
      ))}
      <section className="grid gap-1">
        <h3 className="flex items-center">
          {t('triggers.field.url')}
          <span className="ml-auto" />
          <CopyButton text={url} what={t('triggers.field.url')} />
        </h3>
        <code className="code-block wrap">POST {url}</code>
      </section>
      <dl className="trigger-facts">
        <Fact name={t('triggers.field.flow')}>
          <Link to="/flows/$flow" params={{ flow: webhook.flow }} className="under clip">
            {webhook.flow}
          </Link>
        </Fact>
        <Fact name={t('triggers.field.style')}>
          <SenderCheck webhook={webhook} />
        </Fact>
        {headers.length > 0 && (
          <Fact name={t('triggers.field.headers')}>
            <span className="mono">{headers.join(', ')}</span>
          </Fact>
        )}
        <Fact name={t('triggers.field.respond')}>{t(`triggers.respond.${webhook.respond}`)}</Fact>
      </dl>
      {webhook.authentication === 'WEBHOOK_SECRET' && <Secrets webhook={webhook} />}
      <section className="grid gap-1">
        <h3 className="flex items-center">
          {t('triggers.command')}
          <span className="ml-auto" />
          <CopyButton text={webhookCommand(url, webhook)} what={t('triggers.command')} />
        </h3>
        <code className="code-block wrap">{webhookCommand(url, webhook)}</code>
      </section>
      <LatestStarts flow={webhook.flow} startedBy={`trigger:webhook:${webhook.path}`} />
    </SidePanel>
  );
}

/** The secrets that are accepted; their values are shown once and never again. */
function Secrets({ webhook }: { webhook: Webhook }) {
  const { t } = useText();
  const { change } = useTriggersUrl();
  const isReplacing = webhook.secrets.some((one) => one.validUntil);
  return (
    <section>
      <h3>{t('triggers.secrets')}</h3>
      {webhook.secrets.length === 0 ? (
        <p className="trigger-note warn">{t('triggers.noSecret')}</p>
      ) : (
        <ul className="start-list">
          {webhook.secrets.map((secret) => (
            <li key={secret.version} className="secret">
              <span>{t('triggers.secretNumber', { number: secret.version })}</span>
              <span className="text-muted clip">
                {secret.validUntil ? (
                  <>
                    {t('triggers.validUntil')} <Time at={secret.validUntil} />
                  </>
                ) : (
                  <>
                    {t('triggers.newest')} · <Time at={secret.createdAt} /> ·{' '}
                    <bdi>{secret.createdBy}</bdi>
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {isReplacing && (
        <GuardedButton
          permission="ADMINISTER"
          className="btn small"
          onClick={() => change({ act: 'end-old' })}
        >
          {t('triggers.endOld')}
        </GuardedButton>
      )}
    </section>
  );
}
