import { useState } from 'react';
import { useText } from '../../i18n/i18n';
import type { Field, FieldProblem } from '../../model/schema/fields';
import { SchemaForm } from '../../ui/schema-form';
import type { ReportBroken } from '../../ui/schema-inputs';

/** A value and the text it was read from; undefined while the text is no JSON. */
export interface TypedJson {
  text: string;
  value: unknown;
}

/** A value as a form if its schema has fields, and always as JSON. */
export function JsonInput({
  title,
  fields,
  input,
  problems,
  onChange,
  onBroken,
}: {
  title: string;
  fields: readonly Field[];
  input: TypedJson;
  problems: readonly FieldProblem[];
  onChange: (input: TypedJson) => void;
  onBroken: ReportBroken;
}) {
  const { t } = useText();
  const [isText, setText] = useState(false);
  const isBroken = input.value === undefined && input.text.trim() !== '';
  const isForm = fields.length > 0 && !isText && !isBroken;
  const read = (text: string) => {
    try {
      onChange({ text, value: text.trim() === '' ? undefined : JSON.parse(text) });
    } catch {
      onChange({ text, value: undefined });
    }
  };
  return (
    <fieldset className="grid gap-3">
      <legend className="flex items-center w-full pb-2 font-medium">
        {title}
        {fields.length > 0 && (
          <span className="btn-group ml-auto" role="group" aria-label={title}>
            {[false, true].map((asText) => (
              <button
                key={String(asText)}
                type="button"
                className="btn ghost small"
                aria-pressed={isForm !== asText}
                onClick={() => setText(asText)}
              >
                {asText ? 'JSON' : t('run.form')}
              </button>
            ))}
          </span>
        )}
      </legend>
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
            aria-label={title}
            aria-invalid={isBroken}
            className="textarea mono"
            rows={6}
            spellCheck={false}
            value={input.text}
            onChange={(event) => read(event.target.value)}
          />
          {isBroken && <span className="text-bad">{t('schema.json')}</span>}
        </div>
      )}
    </fieldset>
  );
}
