import { useId, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useText } from '../../i18n/i18n';
import { flowsQuery } from './queries';

interface FieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  note?: ReactNode;
  problem?: string | undefined;
  placeholder?: string;
  isMono?: boolean;
  isRequired?: boolean;
  isReadOnly?: boolean;
  list?: string;
}

const describe = (id: string, note: ReactNode, problem: string | undefined) => ({
  id,
  'aria-invalid': problem !== undefined,
  'aria-describedby': note || problem ? `${id}-note` : undefined,
});

function Frame({
  id,
  label,
  isRequired,
  note,
  problem,
  children,
}: {
  id: string;
  label: string;
  isRequired?: boolean | undefined;
  note: ReactNode;
  problem: string | undefined;
  children: ReactNode;
}) {
  const { t } = useText();
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {isRequired && <span className="text-muted"> {t('schema.requiredMark')}</span>}
      </label>
      {children}
      {(problem || note) && (
        <span id={`${id}-note`} className={problem ? 'text-bad label-text' : 'label'}>
          {problem ?? note}
        </span>
      )}
    </div>
  );
}

export function TextField(props: FieldProps) {
  const id = useId();
  const { label, value, onChange, note, problem, placeholder, isMono, isReadOnly, list } = props;
  return (
    <Frame id={id} label={label} isRequired={props.isRequired} note={note} problem={problem}>
      <span className="field-box">
        <input
          {...describe(id, note, problem)}
          className={isMono ? 'mono' : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          readOnly={isReadOnly}
          list={list}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </span>
    </Frame>
  );
}

/** Several lines of a formula or of JSON. */
export function CodeField({
  rows = 3,
  ...props
}: FieldProps & {
  rows?: number;
}) {
  const id = useId();
  const { label, value, onChange, note, problem, placeholder } = props;
  return (
    <Frame id={id} label={label} isRequired={props.isRequired} note={note} problem={problem}>
      <textarea
        {...describe(id, note, problem)}
        className="textarea mono"
        rows={rows}
        spellCheck={false}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Frame>
  );
}

export function ChoiceField({
  options,
  ...props
}: FieldProps & { options: readonly (readonly [string, string])[] }) {
  const id = useId();
  const { label, value, onChange, note, problem } = props;
  return (
    <Frame id={id} label={label} isRequired={props.isRequired} note={note} problem={problem}>
      <span className="select">
        <select
          {...describe(id, note, problem)}
          className="w-full"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        >
          {options.map(([code, text]) => (
            <option key={code} value={code}>
              {text}
            </option>
          ))}
        </select>
      </span>
    </Frame>
  );
}

export function CheckField({
  label,
  value,
  onChange,
  note,
}: {
  label: string;
  value: boolean;
  onChange: (value: boolean) => void;
  note?: string;
}) {
  const id = useId();
  return (
    <div className="field">
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          className="checkbox"
          checked={value}
          aria-describedby={note ? id : undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        {label}
      </label>
      {note && (
        <span id={id} className="label">
          {note}
        </span>
      )}
    </div>
  );
}

/** The code of a flow, with the known ones to choose from. */
export function FlowField(props: Omit<FieldProps, 'list' | 'label' | 'isMono'>) {
  const { t } = useText();
  const id = useId();
  const { data } = useQuery(flowsQuery);
  return (
    <>
      <TextField {...props} label={t('triggers.field.flow')} isMono isRequired list={id} />
      <datalist id={id}>
        {data?.map((flow) => (
          <option key={flow.code} value={flow.code}>
            {flow.name}
          </option>
        ))}
      </datalist>
    </>
  );
}
