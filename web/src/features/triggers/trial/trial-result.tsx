import { Link } from '@tanstack/react-router';
import { Check, CircleSlash, TriangleAlert } from 'lucide-react';
import type { BindingTrial, EventTrial } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { ACTING } from '../../../model/triggers/trial';
import { Icon } from '../../../ui/icons';
import { OutcomeText } from './outcome-text';

/** The bindings in the order of their turns, also those that do not match. */
export function TrialResult({ trial }: { trial: EventTrial }) {
  const { t } = useText();
  const acting = trial.bindings.filter((one) => ACTING.includes(one.outcome)).length;
  return (
    <>
      <section className="panel overflow-hidden" aria-label={t('trial.result')}>
        <header>
          <h3>{t('trial.result')}</h3>
          <span className="label ml-auto">
            {t('trial.match', { acting, count: trial.bindings.length })}
          </span>
        </header>
        {trial.bindings.length === 0 ? (
          <p className="px-4 pb-3 text-muted">{t('trial.none', { event: trial.type })}</p>
        ) : (
          <ol className="trial-list">
            {trial.bindings.map((one) => (
              <Outcome key={one.binding.id} trial={one} />
            ))}
          </ol>
        )}
      </section>
      <p className="label">{t('trial.wakes', { count: trial.wakes, event: trial.type })}</p>
    </>
  );
}

function Outcome({ trial }: { trial: BindingTrial }) {
  const { t } = useText();
  const acts = ACTING.includes(trial.outcome);
  const shape = acts ? Check : trial.outcome === 'REJECTED' ? TriangleAlert : CircleSlash;
  return (
    <li className={acts ? 'acts' : trial.outcome === 'REJECTED' ? 'rejects' : 'passes'}>
      <span className="outcome-mark">
        <Icon of={shape} size="s" />
      </span>
      <OutcomeText trial={trial} />
      {trial.start && (
        <details>
          <summary>
            {t('trial.input')}
            {trial.start.businessKey && (
              <span className="text-muted">
                {' '}
                · {t('trial.key', { key: trial.start.businessKey })}
              </span>
            )}
          </summary>
          <pre className="code-block" tabIndex={0}>
            {JSON.stringify(trial.start.input, null, 2)}
          </pre>
        </details>
      )}
      {trial.execution && (
        <Link to="/executions/$id" params={{ id: trial.execution }} className="under">
          {t('triggers.openExecution')}
        </Link>
      )}
    </li>
  );
}
