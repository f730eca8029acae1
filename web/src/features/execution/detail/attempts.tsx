import type { Step } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { Status } from '../../../ui/status';
import { Duration, Time } from '../../../ui/time';

/** All attempts of a step with their errors. */
export function Attempts({ step }: { step: Step }) {
  const { t } = useText();
  const attempts = step.attempts ?? [];
  if (attempts.length === 0) return <p className="p-4 text-muted">{t('step.noRetries')}</p>;
  return (
    <ol className="p-4 grid gap-3">
      {attempts.map((attempt) => (
        <li key={attempt.number} className="grid gap-1 pb-3 border-b border-line">
          <div className="flex items-center gap-3">
            <b className="font-semibold">{attempt.number}</b>
            <Status status={attempt.status} />
            <span className="text-muted">
              <Time at={attempt.startedAt} />
            </span>
            <span className="ml-auto">
              <Duration start={attempt.startedAt} end={attempt.endedAt} />
            </span>
          </div>
          {attempt.error && (
            <p className="anywhere">
              <code className="mono text-bad">{attempt.error}</code> {attempt.cause}
            </p>
          )}
          {attempt.worker && (
            <p className="label">{t('step.worker', { worker: attempt.worker })}</p>
          )}
          {attempt.stackTrace && (
            <details>
              <summary className="under">{t('step.stackTrace')}</summary>
              <pre className="code-block mt-2 stack" tabIndex={0}>
                {attempt.stackTrace}
              </pre>
            </details>
          )}
        </li>
      ))}
      {step.nextAttemptAt && (
        <li className="text-muted">
          {t('step.nextAttempt')} <Time at={step.nextAttemptAt} />
        </li>
      )}
    </ol>
  );
}
