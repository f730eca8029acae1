import { useState } from 'react';
import { useText } from '../../../i18n/i18n';
import type { Field, FieldProblem } from '../../../model/schema/fields';
import { SchemaForm } from '../../../ui/schema-form';
import type { ReportBroken } from '../../../ui/schema-inputs';

/** The input as text, and its value; undefined while the text is no JSON. */
export interface InputText {
  text: string;
  value: unknown;
}

/** The input as a form if the flow has a schema, or else as JSON. */
export function RunInput({
  fields,
  input,
  problems,
  isBroken,
  onChange,
  onBroken,
  onCopyLast,
}: {
  fields: readonly Field[];
  input: InputText;
  problems: readonly FieldProblem[];
  isBroken: boolean;
  onChange: (input: InputText) => void;
  onBroken: ReportBroken;
  onCopyLast?: () => void;
}) {
  const { t } = useText();
  const [isText, setText] = useState(false);
  const isForm = fields.length > 0 && !isText && !isBroken;
  const read = (text: string) => {
    try {
      onChange({ text, value: text.trim() === '' ? undefined : JSON.parse(text) });
    } catch {
      onChange({ text, value: undefined });
    }
  };
  return (
    <div className="grid gap-3">
      <div className="flex items-center gap-3 flex-wrap">
        <h3 className="font-medium">{t('run.input')}</h3>
        {onCopyLast && (
          <button type="button" className="under text-muted" onClick={onCopyLast}>
            {t('run.copyLast')}
          </button>
        )}
        {fields.length > 0 && (
          <span className="btn-group ml-auto" role="group" aria-label={t('run.inputAs')}>
            <button
              type="button"
              className="btn ghost small"
              aria-pressed={isForm}
              onClick={() => setText(false)}
            >
              {t('run.form')}
            </button>
            <button
              type="button"
              className="btn ghost small"
              aria-pressed={!isForm}
              onClick={() => setText(true)}
            >
              JSON
            </button>
          </span>
        )}
      </div>
      {isForm ? (
        <SchemaForm
          fields={fields}
          value={input.value}
          problems={problems}
          onChange={(value) => onChange({ text: JSON.stringify(value, null, 2), value })}
          onBroken={onBroken}
        />
      ) : (
        <div className="field">
          <textarea
            aria-label={t('run.input')}
            aria-invalid={isBroken}
            className="textarea mono"
            rows={10}
            spellCheck={false}
            value={input.text}
            onChange={(event) => read(event.target.value)}
          />
          {isBroken && <span className="text-bad">{t('schema.json')}</span>}
        </div>
      )}
    </div>
  );
}
