import type { Family } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { durationOf, rateOf, retryProblem, type RetryForm } from '../../../model/failures/retry';
import { formatDuration } from '../../../model/time/duration';

const MAX_REASON = 1_000;

/** Where the retries begin, which version they run, how fast they start, and why. */
export function RetryFields({
  family,
  form,
  count,
  onChange,
}: {
  family: Family;
  form: RetryForm;
  count: number;
  onChange: (form: RetryForm) => void;
}) {
  const { t } = useText();
  const rate = rateOf(form.rate);
  const problem = retryProblem(form);
  const note =
    typeof rate === 'number' && count > 0
      ? t('failures.retry.takes', { time: formatDuration(durationOf(count, rate)) })
      : t('failures.retry.rateNote');
  return (
    <>
      <fieldset className="grid gap-2">
        <legend className="label">{t('failures.retry.mode')}</legend>
        {(['from-failure', 'full'] as const).map((mode) => (
          <label key={mode} className="flex items-center gap-2">
            <input
              type="radio"
              name="mode"
              checked={form.mode === mode}
              onChange={() => onChange({ ...form, mode })}
            />
            {mode === 'from-failure' && family.state
              ? t('failures.retry.atState', { state: family.state })
              : t(`bulk.mode.${mode}`)}
          </label>
        ))}
      </fieldset>
      <div className="field">
        <label htmlFor="retry-rate">{t('failures.retry.rate')}</label>
        <span className="field-box">
          <input
            id="retry-rate"
            inputMode="numeric"
            value={form.rate}
            maxLength={6}
            aria-invalid={problem !== undefined}
            aria-describedby="retry-rate-note"
            onChange={(event) => onChange({ ...form, rate: event.target.value })}
          />
          <span className="text-muted">{t('failures.retry.perMinute')}</span>
        </span>
        <span id="retry-rate-note" className={problem ? 'text-bad' : 'label'}>
          {problem ? t(problem) : note}
        </span>
      </div>
      <label className="field">
        <span className="name">{t('bulk.reason')}</span>
        <textarea
          className="textarea"
          rows={2}
          maxLength={MAX_REASON}
          value={form.reason}
          onChange={(event) => onChange({ ...form, reason: event.target.value })}
        />
      </label>
    </>
  );
}
