import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '../../api/client';
import { queryKeys } from '../../api/query-keys';
import { useMay } from '../../api/session';
import type { Execution, Resource } from '../../api/types';
import { useText } from '../../i18n/i18n';
import { tryCode } from '../../model/handlers/try-out';
import { fieldsOf, initialValue, problemsOf, type Field } from '../../model/schema/fields';
import { Sheet } from '../../ui/dialog';
import { Icon } from '../../ui/icons';
import { JsonView } from '../../ui/json-view';
import { useBrokenFields } from '../../ui/schema-inputs';
import { Status } from '../../ui/status';
import { Duration } from '../../ui/time';
import { JsonInput, type TypedJson } from './json-input';
import { tryHandler } from './queries';

const begin = (fields: readonly Field[]): TypedJson => {
  const value = initialValue(fields);
  return { text: JSON.stringify(value, null, 2), value };
};

/** Runs one Task with a handler as a test; the forms come from its schemas. */
export function TrySheet({
  handler,
  name,
  onClose,
}: {
  handler: Resource;
  name: string;
  onClose: () => void;
}) {
  const { t } = useText();
  const cache = useQueryClient();
  const mayEdit = useMay('EDIT');
  const mayOperate = useMay('OPERATE');
  const configFields = fieldsOf(handler.descriptor?.configSchema);
  const inputFields = fieldsOf(handler.descriptor?.inputSchema);
  const [config, setConfig] = useState(() => begin(configFields));
  const [input, setInput] = useState(() => begin(inputFields));
  const [isChecked, setChecked] = useState(false);
  const problems = {
    config: config.value === undefined ? [] : problemsOf(configFields, config.value),
    input: input.value === undefined ? [] : problemsOf(inputFields, input.value),
  };
  const [isConfigBroken, reportConfig] = useBrokenFields();
  const [isInputBroken, reportInput] = useBrokenFields();
  const isBroken =
    isConfigBroken ||
    isInputBroken ||
    [config, input].some((one) => one.value === undefined && one.text.trim() !== '');
  const attempt = useMutation({
    mutationFn: () =>
      tryHandler(handler.resource, t('handlers.try.flow', { name }), config.value, input.value),
    onSettled: () => cache.invalidateQueries({ queryKey: queryKeys.flows() }),
  });
  const missing = mayEdit ? (mayOperate ? undefined : 'OPERATE') : 'EDIT';
  const run = () => {
    setChecked(true);
    if (missing || isBroken || problems.config.length + problems.input.length > 0) return;
    attempt.mutate();
  };
  return (
    <Sheet
      title={t('handlers.try.title', { name })}
      open
      onClose={onClose}
      footer={
        <>
          <button
            type="button"
            className="btn primary"
            aria-disabled={missing !== undefined}
            title={missing ? t(`permission.${missing}`) : undefined}
            disabled={attempt.isPending}
            onClick={run}
          >
            <Icon of={FlaskConical} />{' '}
            {t(attempt.isPending ? 'handlers.trying' : 'handlers.tryNow')}
          </button>
          <button type="button" className="btn" onClick={onClose}>
            {t('action.close')}
          </button>
        </>
      }
    >
      <p className="text-muted leading-5">
        {t('handlers.try.about', { flow: tryCode(handler.resource) })}
        {handler.effect === 'EXTERNAL' && <b> {t('handlers.try.external')}</b>}
        {handler.source === 'none' && <b> {t('handlers.try.unserved')}</b>}
      </p>
      {(configFields.length > 0 || handler.source !== 'builtin') && (
        <JsonInput
          title={t('handlers.config')}
          fields={configFields}
          input={config}
          problems={isChecked ? problems.config : []}
          onChange={setConfig}
          onBroken={reportConfig}
        />
      )}
      <JsonInput
        title={t('handlers.input')}
        fields={inputFields}
        input={input}
        problems={isChecked ? problems.input : []}
        onChange={setInput}
        onBroken={reportInput}
      />
      <div aria-live="polite" className="grid gap-2">
        {attempt.isError && (
          <div className="rounded-md border border-bad-line bg-bad-bg px-3 py-2" role="alert">
            {attempt.error.message}
            {attempt.error instanceof ApiError && (
              <span className="label mono block">{attempt.error.code}</span>
            )}
          </div>
        )}
        {attempt.data && <Result execution={attempt.data} />}
      </div>
    </Sheet>
  );
}

function Result({ execution }: { execution: Execution }) {
  const { t } = useText();
  const hasEnded = ['SUCCEEDED', 'FAILED', 'TIMED_OUT', 'CANCELLED'].includes(execution.status);
  return (
    <section className="handler-result" aria-label={t('handlers.result')}>
      <header>
        <Status status={execution.status} />
        {hasEnded && (
          <span className="text-muted">
            <Duration start={execution.startedAt} end={execution.endedAt} />
          </span>
        )}
        <Link to="/executions/$id" params={{ id: execution.id }} className="under ml-auto">
          {t('handlers.result.open')}
        </Link>
      </header>
      {execution.error ? (
        <p>
          <b className="mono">{execution.error}</b> {execution.cause}
        </p>
      ) : hasEnded ? (
        <div className="code-block">
          <JsonView value={execution.output ?? null} />
        </div>
      ) : (
        <p className="text-muted">{t('handlers.result.waiting')}</p>
      )}
    </section>
  );
}
