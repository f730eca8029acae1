import type { Execution } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import type { HumanTask } from '../../../model/flow/state-body';
import { parseValue, takesReason, type CommandDraft } from '../../../model/run/command';
import { problemsOf, type Field } from '../../../model/schema/fields';
import { SchemaForm } from '../../../ui/schema-form';
import type { ReportBroken } from '../../../ui/schema-inputs';

/** The fields that an action asks for. */
export function SheetFields({
  execution,
  task,
  fields,
  draft,
  onChange,
  onBroken,
}: {
  execution: Execution;
  /** What a decision is about. */
  task: HumanTask | null;
  /** The form of the decision; empty if it asks for no data. */
  fields: readonly Field[];
  draft: CommandDraft;
  onChange: (draft: CommandDraft) => void;
  onBroken: ReportBroken;
}) {
  const { t } = useText();
  const { action } = draft;
  const set = (change: Partial<CommandDraft>) => onChange({ ...draft, ...change });
  return (
    <>
      {(action === 'cancel' || action === 'sendBack') && (
        <label className="flex items-center gap-2">
          <input
            type="checkbox"
            className="checkbox"
            checked={draft.compensate}
            onChange={(event) => set({ compensate: event.target.checked })}
          />
          {t('execution.compensate')}
        </label>
      )}
      {action === 'signal' && (
        <div className="field">
          <label htmlFor="event">{t('sheet.event')}</label>
          <input
            id="event"
            className="input"
            value={draft.subject}
            onChange={(event) => set({ subject: event.target.value })}
          />
        </div>
      )}
      {action === 'signal' && (
        <JsonField
          name={t('sheet.payload')}
          value={draft.value}
          onChange={(value) => set({ value })}
        />
      )}
      {action === 'skip' && (
        <JsonField
          name={t('sheet.output')}
          value={draft.value}
          onChange={(value) => set({ value })}
        />
      )}
      {action === 'decide' && (
        <Decision
          task={task}
          fields={fields}
          draft={draft}
          onChange={onChange}
          onBroken={onBroken}
        />
      )}
      {action === 'editInput' && (
        <>
          <fieldset className="grid gap-2">
            <legend className="label pb-1">{t('sheet.version')}</legend>
            {typeof execution.version === 'number' && (
              <Choice
                name="version"
                isChecked={!draft.isLatest}
                text={t('sheet.sameVersion', { version: execution.version })}
                onChoose={() => set({ isLatest: false })}
              />
            )}
            <Choice
              name="version"
              isChecked={draft.isLatest || typeof execution.version !== 'number'}
              text={t('sheet.activeVersion')}
              onChoose={() => set({ isLatest: true })}
            />
          </fieldset>
          <JsonField
            name={t('sheet.input')}
            value={draft.value}
            rows={14}
            onChange={(value) => set({ value })}
          />
        </>
      )}
      {takesReason(action) && (
        <div className="field">
          <label htmlFor="reason">{t('sheet.reason')}</label>
          <textarea
            id="reason"
            className="textarea"
            rows={2}
            maxLength={500}
            value={draft.reason}
            onChange={(event) => set({ reason: event.target.value })}
          />
        </div>
      )}
    </>
  );
}

function Choice({
  name,
  isChecked,
  text,
  onChoose,
}: {
  name: string;
  isChecked: boolean;
  text: string;
  onChoose: () => void;
}) {
  return (
    <label className="flex items-center gap-2">
      <input type="radio" name={name} checked={isChecked} onChange={onChoose} />
      <span className="anywhere line-clamp-3">{text}</span>
    </label>
  );
}

/** The outcomes of a Human state, and the data that its form asks for. */
function Decision({
  task,
  fields,
  draft,
  onChange,
  onBroken,
}: {
  task: HumanTask | null;
  fields: readonly Field[];
  draft: CommandDraft;
  onChange: (draft: CommandDraft) => void;
  onBroken: ReportBroken;
}) {
  const { t } = useText();
  const { value } = parseValue(draft.value);
  const outcomes = task?.outcomes ?? [];
  return (
    <>
      {outcomes.length === 0 ? (
        <div className="field">
          <label htmlFor="outcome">{t('sheet.outcome')}</label>
          <input
            id="outcome"
            type="text"
            className="input"
            value={draft.subject}
            onChange={(event) => onChange({ ...draft, subject: event.target.value })}
          />
        </div>
      ) : (
        <fieldset className="grid gap-2">
          <legend className="label pb-1">{t('sheet.outcome')}</legend>
          {outcomes.map((outcome) => (
            <Choice
              key={outcome}
              name="outcome"
              isChecked={draft.subject === outcome}
              text={outcome}
              onChoose={() => onChange({ ...draft, subject: outcome })}
            />
          ))}
        </fieldset>
      )}
      {fields.length > 0 ? (
        <SchemaForm
          fields={fields}
          value={value}
          problems={problemsOf(fields, value).filter((one) => one.id !== 'schema.required')}
          onChange={(next) => onChange({ ...draft, value: JSON.stringify(next) })}
          onBroken={onBroken}
        />
      ) : (
        task?.form !== null && (
          <JsonField
            name={t('sheet.data')}
            value={draft.value}
            onChange={(next) => onChange({ ...draft, value: next })}
          />
        )
      )}
    </>
  );
}

/** A JSON value as text; says where it is not valid. */
export function JsonField({
  name,
  value,
  rows = 4,
  onChange,
}: {
  name: string;
  value: string;
  rows?: number;
  onChange: (value: string) => void;
}) {
  const { t } = useText();
  const { problem } = parseValue(value);
  return (
    <div className="field">
      <label htmlFor="json">{name}</label>
      <textarea
        id="json"
        className="textarea mono"
        rows={rows}
        spellCheck={false}
        placeholder="{}"
        aria-invalid={problem !== undefined}
        aria-describedby="json-problem"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <span id="json-problem" className="label text-bad" role="status">
        {problem === undefined ? '' : t('sheet.notJson', { problem })}
      </span>
    </div>
  );
}
