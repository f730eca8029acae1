import { useText } from '../../../i18n/i18n';
import type { BindingField, BindingForm } from '../../../model/triggers/binding-form';
import type { FormulaProblem } from '../../../model/triggers/filter-words';
import { CheckField, ChoiceField, CodeField, FlowField, TextField } from '../form-fields';
import { FormulaMarks } from './formula-marks';

/** The fields of a binding, those that nearly all bindings have first. */
export function BindingFields({
  form,
  problems,
  mistakes,
  isOfTrigger,
  onChange,
}: {
  form: BindingForm;
  problems: Partial<Record<BindingField, string>>;
  mistakes: readonly FormulaProblem[];
  isOfTrigger: boolean;
  onChange: (part: Partial<BindingForm>) => void;
}) {
  const { t } = useText();
  const field = (name: Exclude<BindingField, 'exclusive' | 'enabled'>) => ({
    label: t(`triggers.field.${name}`),
    value: form[name],
    problem: problems[name],
    onChange: (value: string) => onChange({ [name]: value }),
  });
  return (
    <>
      <TextField
        {...field('event')}
        isMono
        isRequired
        placeholder="POLICY_CREATED"
        note={t('triggers.note.event')}
      />
      <FlowField {...field('flow')} isReadOnly={isOfTrigger} placeholder="policy-onboarding" />
      <fieldset className="trigger-fieldset">
        <legend>{t('triggers.limitedTo')}</legend>
        <div className="trigger-columns">
          <TextField {...field('clientId')} placeholder={t('triggers.anyValue')} />
          <TextField {...field('lobId')} placeholder={t('triggers.anyValue')} />
          <TextField {...field('productId')} placeholder={t('triggers.anyValue')} />
        </div>
      </fieldset>
      <div className="grid gap-1.5">
        <CodeField
          {...field('filter')}
          rows={2}
          placeholder="payload.premium > 100"
          note={t('triggers.note.filter')}
        />
        <FormulaMarks text={form.filter} field="filter" mistakes={mistakes} />
      </div>
      <div className="trigger-columns two">
        <TextField {...field('priority')} note={t('triggers.note.priority')} />
        <ChoiceField
          {...field('onRunning')}
          options={['start', 'ignore', 'signal'].map((one) => [
            one,
            t(`triggers.onRunning.${one}`),
          ])}
        />
      </div>
      <CheckField
        label={t('triggers.exclusive')}
        note={t('triggers.exclusiveNote')}
        value={form.exclusive}
        onChange={(exclusive) => onChange({ exclusive })}
      />
      <CodeField
        {...field('inputMapping')}
        rows={4}
        placeholder={'{"policy": "$.event.aggregateId"}'}
        note={t('triggers.note.inputMapping')}
      />
      <div className="grid gap-1.5">
        <TextField
          {...field('key')}
          isMono
          placeholder="event.aggregateId"
          note={t('triggers.note.key')}
        />
        <FormulaMarks text={form.key} field="key" mistakes={mistakes} />
      </div>
      <CodeField
        {...field('debounce')}
        rows={2}
        placeholder={'{"key": "event.clientId", "wait": "PT10S", "collect": "last"}'}
        note={t('triggers.note.debounce')}
      />
      {!isOfTrigger && (
        <CheckField
          label={t('triggers.field.enabled')}
          value={form.enabled}
          onChange={(enabled) => onChange({ enabled })}
        />
      )}
    </>
  );
}
