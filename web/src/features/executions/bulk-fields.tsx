import { useText } from '../../i18n/i18n';
import type { BulkAction, BulkForm } from '../../model/executions/bulk';

/** The options of a bulk action. */
export function BulkFields({
  action,
  form,
  onChange,
}: {
  action: BulkAction;
  form: BulkForm;
  onChange: (form: BulkForm) => void;
}) {
  const { t } = useText();
  if (action === 'signal')
    return (
      <>
        <label className="field">
          <span className="name">{t('bulk.event')}</span>
          <span className="field-box">
            <input
              value={form.event}
              maxLength={200}
              onChange={(event) => onChange({ ...form, event: event.target.value })}
            />
          </span>
        </label>
        <label className="field">
          <span className="name">{t('bulk.payload')}</span>
          <textarea
            className="textarea mono"
            rows={5}
            value={form.payload}
            placeholder="{}"
            onChange={(event) => onChange({ ...form, payload: event.target.value })}
          />
        </label>
      </>
    );
  return (
    <>
      {action === 'retry' && (
        <fieldset className="grid gap-2">
          <legend className="label">{t('bulk.mode')}</legend>
          {(['from-failure', 'full'] as const).map((mode) => (
            <label key={mode} className="flex items-center gap-2">
              <input
                type="radio"
                name="mode"
                checked={form.mode === mode}
                onChange={() => onChange({ ...form, mode })}
              />
              {t(`bulk.mode.${mode}`)}
            </label>
          ))}
        </fieldset>
      )}
      <label className="field">
        <span className="name">{t('bulk.reason')}</span>
        <textarea
          className="textarea"
          rows={2}
          maxLength={1_000}
          value={form.reason}
          onChange={(event) => onChange({ ...form, reason: event.target.value })}
        />
      </label>
    </>
  );
}
