import { useQuery } from '@tanstack/react-query';
import { Globe, Webhook, Zap } from 'lucide-react';
import type { Flow } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { Icon } from '../../../ui/icons';
import { bindingsQuery, triggerQuery } from '../queries';

/** What starts the flow besides people: its webhook and the events bound to it. */
export function TriggerPanel({ flow }: { flow: Flow }) {
  const { t } = useText();
  const trigger = useQuery(triggerQuery(flow.code));
  const bindings = useQuery(bindingsQuery(flow.code));
  const webhook = trigger.data?.webhook;
  const rows = bindings.data?.items ?? [];
  return (
    <section className="panel overflow-hidden" aria-label={t('flow.triggers')}>
      <header>
        <h2 className="panel-title">{t('flow.triggers')}</h2>
      </header>
      <ul>
        {webhook && (
          <li className="flow-line">
            <Icon of={Webhook} size="s" />
            <code className="mono clip">POST /api/webhooks/{webhook.path}</code>
          </li>
        )}
        {rows.map((binding) => (
          <li key={binding.id} className="flow-line">
            <Icon of={Zap} size="s" />
            <code className="mono">{binding.event}</code>
            <span className="clip text-muted">
              {[
                ...(binding.filter ? [binding.filter] : []),
                ...(binding.priority === 0
                  ? []
                  : [t('flow.bindingPriority', { priority: binding.priority })]),
                ...(binding.exclusive ? [t('flow.bindingExclusive')] : []),
              ].join(', ')}
            </span>
            <span className="ml-auto text-muted whitespace-nowrap">
              {binding.enabled ? '' : t('flow.bindingOff')}
            </span>
          </li>
        ))}
        {trigger.data?.warning && (
          <li className="flow-line wrap text-warn">{trigger.data.warning}</li>
        )}
        <li className="flow-line text-muted">
          <Icon of={Globe} size="s" />
          {t('flow.startedByCallers')}
        </li>
      </ul>
    </section>
  );
}
