import type { Execution } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { Status } from '../../../ui/status';
import { useClock } from '../use-clock';
import { useProgress } from '../use-progress';
import type { RunView } from '../use-run-view';

/** Every change of a step until the shown moment, and what its worker reports while it works. */
export function StepLog({ execution, view }: { execution: Execution; view: RunView }) {
  const { t } = useText();
  const { run, shown, selected, moment } = view;
  const clock = useClock(run);
  const isOpen = selected !== null && moment === null && selected.endedAt === null;
  const reports = useProgress(execution.id, selected?.step ?? '', isOpen);
  const events: number[] = [];
  for (
    let event = shown.lastEvent(selected?.index ?? -1);
    event >= 0;
    event = run.previousEvent[event] ?? -1
  )
    events.unshift(event);
  return (
    <ol className="step-log" aria-label={t('step.log')}>
      {events.map((event) => {
        const status = run.statuses[run.eventStatus[event] ?? 0] ?? 'PENDING';
        const error = run.errors[run.eventError[event] ?? -1];
        const attempt = run.eventAttempt[event] ?? 1;
        return (
          <li key={event}>
            <time>{clock(run.eventAt[event] ?? 0)}</time>
            <Status status={status} />
            <span className="text-muted">
              {attempt > 1 && t('execution.attempt', { number: attempt })}
              {status === 'PENDING' && error && ` ${t('step.waitsForRetry')}`}
            </span>
            {error && <code className="text-bad anywhere">{error}</code>}
          </li>
        );
      })}
      {reports.map((report, i) => (
        <li key={`r${i}`}>
          <time>{clock(report.at - run.startedAt)}</time>
          <span className="tag">{report.worker}</span>
          <code className="anywhere">
            {typeof report.details === 'string' ? report.details : JSON.stringify(report.details)}
          </code>
        </li>
      ))}
      {isOpen && reports.length === 0 && selected.type === 'Task' && (
        <li className="text-muted">{t('step.noProgress')}</li>
      )}
    </ol>
  );
}
