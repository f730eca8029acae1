import { Plus, X } from 'lucide-react';
import { useText } from '../../../i18n/i18n';
import type { Operation } from '../../../model/triggers/connections';
import { Icon } from '../../../ui/icons';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** The calls of a connection by name, one per line. */
export function Operations({
  operations,
  onChange,
}: {
  operations: readonly Operation[];
  onChange: (operations: Operation[]) => void;
}) {
  const { t } = useText();
  const edit = (index: number, part: Partial<Operation>) =>
    onChange(operations.map((one, i) => (i === index ? { ...one, ...part } : one)));
  return (
    <fieldset className="trigger-fieldset">
      <legend>{t('triggers.operations')}</legend>
      {operations.map((one, i) => (
        <div key={i} className="operation-row">
          <span className="field-box">
            <input
              aria-label={t('triggers.operationName', { number: i + 1 })}
              placeholder="find"
              value={one.name}
              onChange={(event) => edit(i, { name: event.target.value })}
            />
          </span>
          <span className="select">
            <select
              aria-label={t('triggers.operationMethod', { number: i + 1 })}
              value={one.method}
              onChange={(event) => edit(i, { method: event.target.value })}
            >
              {METHODS.map((method) => (
                <option key={method}>{method}</option>
              ))}
            </select>
          </span>
          <span className="field-box">
            <input
              className="mono"
              aria-label={t('triggers.operationPath', { number: i + 1 })}
              placeholder="/customers/{id}"
              value={one.path}
              onChange={(event) => edit(i, { path: event.target.value })}
            />
          </span>
          <button
            type="button"
            className="icon-btn"
            aria-label={t('triggers.operationRemove', { number: i + 1 })}
            onClick={() => onChange(operations.filter((_, index) => index !== i))}
          >
            <Icon of={X} size="s" />
          </button>
        </div>
      ))}
      <button
        type="button"
        className="btn small justify-self-start"
        onClick={() => onChange([...operations, { name: '', method: 'GET', path: '/' }])}
      >
        <Icon of={Plus} size="s" /> {t('triggers.operationAdd')}
      </button>
    </fieldset>
  );
}
