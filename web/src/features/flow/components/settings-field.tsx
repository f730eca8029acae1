import { useId } from 'react';
import { useText } from '../../../i18n/i18n';

/** A field of the settings, with the values that other flows have as suggestions. */
export function SettingsField({
  name,
  value,
  note,
  options = [],
  isLong = false,
  isInvalid = false,
  readOnly,
  maxLength,
  onChange,
}: {
  name: string;
  value: string;
  note?: string;
  options?: readonly string[];
  isLong?: boolean;
  isInvalid?: boolean;
  readOnly: boolean;
  maxLength?: number;
  onChange: (value: string) => void;
}) {
  const { t } = useText();
  const id = useId();
  const text = isInvalid ? t('settings.word') : note;
  const common = {
    id,
    value,
    readOnly,
    maxLength,
    'aria-invalid': isInvalid,
    'aria-describedby': text === undefined ? undefined : `${id}-note`,
  };
  return (
    <div className="field">
      <label htmlFor={id}>{name}</label>
      {isLong ? (
        <textarea
          {...common}
          className="textarea"
          rows={3}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <span className="field-box">
          <input
            {...common}
            list={options.length > 0 ? `${id}-list` : undefined}
            onChange={(event) => onChange(event.target.value)}
          />
        </span>
      )}
      {options.length > 0 && (
        <datalist id={`${id}-list`}>
          {options.map((option) => (
            <option key={option} value={option} />
          ))}
        </datalist>
      )}
      {text !== undefined && (
        <span id={`${id}-note`} className={isInvalid ? 'text-bad' : 'label'}>
          {text}
        </span>
      )}
    </div>
  );
}
