import { Link } from '@tanstack/react-router';
import { RotateCw, Zap } from 'lucide-react';
import type { Rejected } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { eventForUrl, eventToTry } from '../../../model/triggers/trial';
import { CopyButton } from '../../../ui/copy';
import { GuardedButton } from '../../../ui/guarded-button';
import { Icon } from '../../../ui/icons';
import { JsonPanel } from '../../../ui/json-panel';
import { Time } from '../../../ui/time';
import { Fact, SidePanel } from '../side-panel';
import { useTriggersUrl } from '../use-triggers';

/** One rejected event: why it started nothing, what it contained, and its replay. */
export function RejectedPanel({
  fire,
  nameOf,
}: {
  fire: Rejected;
  nameOf: (flow: string) => string;
}) {
  const { t } = useText();
  const { change } = useTriggersUrl();
  const event = eventToTry(fire.fire);
  const collected = (fire.fire as { collected?: unknown[] } | null)?.collected ?? [];
  return (
    <SidePanel
      title={<span className="mono">{fire.event}</span>}
      label={t('triggers.rejectedPanel')}
      id={fire.id}
      onClose={() => change({ show: undefined })}
      actions={
        <>
          <GuardedButton
            permission="OPERATE"
            className="btn primary"
            onClick={() => change({ act: 'replay' })}
          >
            <Icon of={RotateCw} /> {t('triggers.replay')}
          </GuardedButton>
          {event && (
            <button
              type="button"
              className="btn"
              onClick={() => change({ act: 'try', event: eventForUrl(event) })}
            >
              <Icon of={Zap} /> {t('trial.tryOne')}
            </button>
          )}
        </>
      }
    >
      <div className="trigger-note bad">
        <b className="font-semibold">{t(`triggers.reason.${fire.reason}`)}</b>
        <p dir="auto">{fire.message}</p>
        <p className="label pt-1">{t(`triggers.reasonAdvice.${fire.reason}`)}</p>
      </div>
      <dl className="trigger-facts">
        <Fact name={t('triggers.field.flow')}>
          <Link to="/flows/$flow" params={{ flow: fire.flow }} className="under clip">
            {nameOf(fire.flow)}
          </Link>
        </Fact>
        <Fact name={t('triggers.field.binding')}>
          <Link
            to="/triggers/$kind"
            params={{ kind: 'bindings' }}
            search={{ show: fire.binding }}
            className="under mono clip"
          >
            …{fire.binding.slice(-12)}
          </Link>
        </Fact>
        <Fact name={t('triggers.field.eventId')}>
          <span className="mono clip">{fire.eventId}</span>
          <CopyButton text={fire.eventId} what={t('triggers.field.eventId')} />
        </Fact>
        <Fact name={t('triggers.column.age')}>
          <Time at={fire.at} />
        </Fact>
        {collected.length > 0 && (
          <Fact name={t('triggers.field.collected')}>
            {t('triggers.collected', { count: collected.length })}
          </Fact>
        )}
      </dl>
      <section className="trigger-json" aria-label={t('triggers.payload')}>
        <JsonPanel value={(fire.fire as { event?: unknown }).event} what={t('triggers.payload')}>
          <h3>{t('triggers.payload')}</h3>
        </JsonPanel>
      </section>
    </SidePanel>
  );
}
