import { useQuery } from '@tanstack/react-query';
import { Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../api/client';
import { queryKeys } from '../../../api/query-keys';
import type { Binding, EventTrial } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { exampleEvent } from '../../../model/triggers/bindings';
import { eventForUrl, jsonProblem, readEvent } from '../../../model/triggers/trial';
import { Icon } from '../../../ui/icons';
import { ErrorState } from '../../../ui/states';
import { SidePanel } from '../side-panel';
import { useTriggersUrl } from '../use-triggers';
import { PublishEvent } from './publish-event';
import { TrialResult } from './trial-result';
import { useLastEvent } from './use-last-event';

type Event = Record<string, unknown>;
const shown = (event: Event) => JSON.stringify(event, null, 2);
const EXAMPLE: Event = { type: 'POLICY_CREATED', clientId: '17', payload: {} };

/** What an event would start, in which order, and why the other bindings do not match. */
export function TrialPanel({ bindings }: { bindings: readonly Binding[] }) {
  const { t } = useText();
  const { search, change } = useTriggersUrl();
  const given = search.event ? readEvent(search.event) : undefined;
  const [tried, setTried] = useState(given);
  const [fromUrl, setFromUrl] = useState(search.event);
  // Null until it is edited: then it is the event of the address, or an example.
  const [edited, setEdited] = useState<string | null>(null);
  // A binding, a rejected event or the back button may have put another event into the address.
  if (search.event !== fromUrl) {
    setFromUrl(search.event);
    setTried(given);
    setEdited(null);
  }
  const text =
    edited ?? shown(given ?? tried ?? (bindings[0] ? exampleEvent(bindings[0]) : EXAMPLE));
  const event = readEvent(text);
  const lastEvent = useLastEvent(bindings);
  const trial = useQuery({
    queryKey: queryKeys.trial(tried ?? {}),
    queryFn: ({ signal }) =>
      call<EventTrial>('/api/events/try', {
        method: 'POST',
        change: 'event.try',
        body: tried,
        signal,
      }),
    enabled: tried !== undefined,
    retry: false,
  });
  const run = () => {
    if (!event) return;
    const forUrl = eventForUrl(event);
    setTried(event);
    setEdited(text);
    setFromUrl(forUrl);
    change({ event: forUrl });
    if (JSON.stringify(tried) === JSON.stringify(event)) void trial.refetch();
  };
  return (
    <SidePanel
      title={t('trial.title')}
      label={t('trial.title')}
      id="trial"
      onClose={() => change({ act: undefined, event: undefined })}
    >
      <p className="text-muted leading-5">{t('trial.about')}</p>
      <textarea
        className="textarea mono trial-event"
        aria-label={t('trial.event')}
        aria-invalid={event === undefined}
        aria-describedby={event === undefined ? 'trial-problem' : undefined}
        rows={10}
        spellCheck={false}
        value={text}
        onChange={(input) => setEdited(input.target.value)}
        onKeyDown={(key) => {
          if (key.key === 'Enter' && (key.ctrlKey || key.metaKey)) {
            key.preventDefault();
            run();
          }
        }}
      />
      {event === undefined && (
        <p id="trial-problem" className="text-bad">
          {jsonProblem(text) ?? t('trial.notAnObject')}
        </p>
      )}
      <div className="flex items-center gap-2">
        <button type="button" className="btn" disabled={!event} onClick={run}>
          <Icon of={Play} /> {t('trial.run')} <kbd>Ctrl ↵</kbd>
        </button>
        <button
          type="button"
          className="btn ghost"
          onClick={() => void lastEvent().then((last) => setEdited(shown(last)))}
        >
          {t('trial.useLast')}
        </button>
      </div>
      <div aria-live="polite" className="grid gap-3">
        {trial.data?.paused && (
          <p className="trigger-note warn flex gap-2">
            <Icon of={Pause} /> {t('trial.paused')}
          </p>
        )}
        {trial.isError ? (
          <ErrorState
            title={t('trial.failed')}
            error={trial.error}
            onRetry={() => void trial.refetch()}
          />
        ) : (
          trial.data && <TrialResult trial={trial.data} />
        )}
      </div>
      {trial.data && tried && <PublishEvent event={tried} trial={trial.data} />}
    </SidePanel>
  );
}
