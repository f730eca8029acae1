import { useId, useState } from 'react';
import { useText } from '../i18n/i18n';
import { withMember, type Field, type FieldProblem } from '../model/schema/fields';

export interface SchemaFormProps {
  fields: readonly Field[];
  value: unknown;
  problems: readonly FieldProblem[];
  onChange: (value: unknown) => void;
  path?: string;
}

/** A form for the fields of a JSON Schema; what has no form of its own is edited as JSON. */
export function SchemaForm({ fields, value, problems, onChange, path = '' }: SchemaFormProps) {
  const object = typeof value === 'object' && value !== null ? value : {};
  return (
    <div className="grid gap-4">
      {fields.map((field) => (
        <SchemaField
          key={field.name}
          field={field}
          path={path === '' ? field.name : `${path}.${field.name}`}
          value={(object as Record<string, unknown>)[field.name]}
          problems={problems}
          onChange={(member) => onChange(withMember(value, field.name, member))}
        />
      ))}
    </div>
  );
}

interface FieldProps {
  field: Field;
  path: string;
  value: unknown;
  problems: readonly FieldProblem[];
  onChange: (value: unknown) => void;
}

function SchemaField(props: FieldProps) {
  const { t } = useText();
  const id = useId();
  const { field, path, value, problems, onChange } = props;
  const problem = problems.find((one) => one.path === path);
  if (field.kind === 'object')
    return (
      <fieldset className="grid gap-3 border-l-2 border-line pl-4">
        <legend className="font-medium pb-2">{field.title}</legend>
        <SchemaForm
          fields={field.fields}
          value={value}
          problems={problems}
          onChange={onChange}
          path={path}
        />
      </fieldset>
    );
  const note = problem ? t(problem.id, problem.values) : field.description;
  const described = note === '' ? undefined : `${id}-note`;
  if (field.kind === 'boolean')
    return (
      <div className="field">
        <label className="flex items-center gap-2">
          <input
            type="checkbox"
            className="checkbox"
            checked={value === true}
            aria-describedby={described}
            onChange={(event) => onChange(event.target.checked)}
          />
          {field.title}
        </label>
        <Note id={described} text={note} isProblem={problem !== undefined} />
      </div>
    );
  return (
    <div className="field">
      <label htmlFor={id}>
        {field.title}
        {field.isRequired && <span className="text-muted"> {t('schema.requiredMark')}</span>}
      </label>
      <Input {...props} id={id} described={described} isInvalid={problem !== undefined} />
      <Note id={described} text={note} isProblem={problem !== undefined} />
    </div>
  );
}

function Note({
  id,
  text,
  isProblem,
}: {
  id: string | undefined;
  text: string;
  isProblem: boolean;
}) {
  if (id === undefined) return null;
  return (
    <span id={id} className={isProblem ? 'text-bad' : 'label'}>
      {text}
    </span>
  );
}

function Input({
  id,
  field,
  value,
  described,
  isInvalid,
  onChange,
}: FieldProps & { id: string; described: string | undefined; isInvalid: boolean }) {
  const common = {
    id,
    'aria-describedby': described,
    'aria-invalid': isInvalid,
    'aria-required': field.isRequired,
  };
  switch (field.kind) {
    case 'choice':
      return (
        <span className="select">
          <select
            {...common}
            value={field.options.findIndex((option) => option === value)}
            onChange={(event) => onChange(field.options[Number(event.target.value)])}
          >
            <option value={-1} />
            {field.options.map((option, i) => (
              <option key={String(option)} value={i}>
                {String(option)}
              </option>
            ))}
          </select>
        </span>
      );
    case 'number':
    case 'integer':
      return (
        <span className="field-box">
          <input
            {...common}
            type="number"
            step={field.kind === 'integer' ? 1 : 'any'}
            value={typeof value === 'number' ? value : ''}
            onChange={(event) =>
              onChange(event.target.value === '' ? undefined : event.target.valueAsNumber)
            }
          />
        </span>
      );
    case 'list':
      return <ListInput common={common} field={field} value={value} onChange={onChange} />;
    case 'json':
      return <JsonInput common={common} value={value} onChange={onChange} />;
    default:
      return (
        <span className="field-box">
          <input
            {...common}
            value={typeof value === 'string' ? value : ''}
            onChange={(event) =>
              onChange(event.target.value === '' ? undefined : event.target.value)
            }
          />
        </span>
      );
  }
}

type Common = Record<string, unknown>;

/** One element per line. */
function ListInput({
  common,
  field,
  value,
  onChange,
}: {
  common: Common;
  field: Field;
  value: unknown;
  onChange: (value: unknown) => void;
}) {
  const [text, setText] = useState(Array.isArray(value) ? value.join('\n') : '');
  const read = (line: string) => (field.item === 'text' ? line : Number(line));
  return (
    <textarea
      {...common}
      className="textarea"
      rows={3}
      value={text}
      onChange={(event) => {
        setText(event.target.value);
        const lines = event.target.value.split('\n').filter((line) => line.trim() !== '');
        onChange(lines.length === 0 ? undefined : lines.map(read));
      }}
    />
  );
}

/** A part without a form; text that is no JSON yet does not change the value. */
function JsonInput({
  common,
  value,
  onChange,
}: {
  common: Common;
  value: unknown;
  onChange: (value: unknown) => void;
}) {
  const { t } = useText();
  const [text, setText] = useState(value === undefined ? '' : JSON.stringify(value, null, 2));
  const [isBroken, setBroken] = useState(false);
  return (
    <>
      <textarea
        {...common}
        className="textarea mono"
        rows={4}
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          try {
            onChange(event.target.value.trim() === '' ? undefined : JSON.parse(event.target.value));
            setBroken(false);
          } catch {
            setBroken(true);
          }
        }}
      />
      {isBroken && <span className="text-bad">{t('schema.json')}</span>}
    </>
  );
}
