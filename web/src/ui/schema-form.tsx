import { useId } from 'react';
import { useText } from '../i18n/i18n';
import { withMember, type Field, type FieldProblem } from '../model/schema/fields';
import { JsonInput, ListInput, type ReportBroken } from './schema-inputs';

export interface SchemaFormProps {
  fields: readonly Field[];
  value: unknown;
  problems: readonly FieldProblem[];
  onChange: (value: unknown) => void;
  /** Gets the fields whose text is no JSON, which have no value: see `useBrokenFields`. */
  onBroken?: ReportBroken | undefined;
  path?: string;
}

/** A form for the fields of a JSON Schema; what has no form of its own is edited as JSON. */
export function SchemaForm({
  fields,
  value,
  problems,
  onChange,
  onBroken,
  path = '',
}: SchemaFormProps) {
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
          onBroken={onBroken}
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
  onBroken: ReportBroken | undefined;
}

function SchemaField(props: FieldProps) {
  const { t } = useText();
  const id = useId();
  const { field, path, value, problems, onChange, onBroken } = props;
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
          onBroken={onBroken}
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
  path,
  value,
  described,
  isInvalid,
  onChange,
  onBroken,
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
      return (
        <JsonInput
          common={common}
          path={path}
          value={value}
          onChange={onChange}
          onBroken={onBroken}
        />
      );
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
