import type { Execution } from '../../../api/types';
import type { StepInfo } from '../../../model/run/step-info';
import { useText } from '../../../i18n/i18n';
import { parseValue, type CommandDraft } from '../../../model/run/command';

/** The fields that an action asks for. */
export function SheetFields({
  draft,
  onChange,
}: {
  execution: Execution;
  step: StepInfo | null;
  draft: CommandDraft;
  onChange: (draft: CommandDraft) => void;
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
      {action !== 'signal' && action !== 'closeBreaker' && (
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
