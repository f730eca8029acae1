import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { call } from '../../../api/client';
import { executionPath } from '../../../api/paths';
import { queryKeys } from '../../../api/query-keys';
import type { Execution, Flow } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { startCommand, startRequest } from '../../../model/run/start-command';
import { fieldsOf, initialValue, problemsOf } from '../../../model/schema/fields';
import { CopyButton } from '../../../ui/copy';
import { Sheet } from '../../../ui/dialog';
import { useBrokenFields } from '../../../ui/schema-inputs';
import { flowPath, latestQuery, triggerQuery, versionsQuery } from '../queries';
import { RunInput, type InputText } from './run-input';

const rememberedAt = (code: string) => `pawl.input.${code}`;
const MAX_REMEMBERED = 50_000;

/** The form that starts an execution; the last input of this browser session comes back. */
export function RunSheet({ flow, onClose }: { flow: Flow; onClose: () => void }) {
  const { t } = useText();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const trigger = useQuery(triggerQuery(flow.code));
  const versions = useQuery(versionsQuery(flow.code));
  const latest = useQuery(latestQuery(flow.code));
  const schema = (trigger.data?.config as { inputSchema?: unknown } | undefined)?.inputSchema;
  const fields = useMemo(() => fieldsOf(schema), [schema]);
  const [given, setGiven] = useState<InputText | null>(() => {
    const text = sessionStorage.getItem(rememberedAt(flow.code));
    return text === null ? null : { text, value: parse(text) };
  });
  const [businessKey, setKey] = useState('');
  const [labels, setLabels] = useState('');
  const [version, setVersion] = useState<number | null>(
    (flow.active ?? null) === null ? flow.latest! : null,
  );
  const [isTried, setTried] = useState(false);
  const initial = useMemo(() => {
    const value = fields.length > 0 ? initialValue(fields) : {};
    return { text: JSON.stringify(value, null, 2), value };
  }, [fields]);
  const input = given ?? initial;
  const problems = fields.length > 0 ? problemsOf(fields, input.value) : [];
  const isBroken = input.text.trim() !== '' && input.value === undefined;
  const [hasBrokenField, reportBroken] = useBrokenFields();
  const isUnreadable = isBroken || hasBrokenField;
  const form = { input: input.value, businessKey, labels, version };
  const start = useMutation({
    mutationFn: () =>
      call<{ id: string }>(`${flowPath(flow.code)}/execute`, {
        method: 'POST',
        change: 'flow.start',
        body: startRequest(form),
      }),
    onSuccess: async ({ id }) => {
      if (input.text.length <= MAX_REMEMBERED)
        sessionStorage.setItem(rememberedAt(flow.code), input.text);
      void cache.invalidateQueries({ queryKey: queryKeys.executions() });
      await navigate({ to: '/executions/$id', params: { id } });
    },
  });
  const last = latest.data?.items[0];
  const copyLast = useMutation({
    mutationFn: () => call<Execution>(executionPath(last?.id ?? '')),
    onSuccess: ({ input: value }) => setGiven({ text: JSON.stringify(value, null, 2), value }),
  });
  const submit = () => {
    setTried(true);
    if (!isUnreadable && problems.length === 0) start.mutate();
  };
  return (
    <Sheet
      title={t('run.sheet', { name: flow.name })}
      open
      onClose={onClose}
      footer={
        <>
          <button
            type="button"
            className="btn primary"
            disabled={start.isPending || isUnreadable}
            onClick={submit}
          >
            {t('run.now')}
          </button>
          <button type="button" className="btn" onClick={onClose}>
            {t('action.cancel')}
          </button>
          <span className="label ml-auto self-center max-sm:hidden">{t('run.effect')}</span>
        </>
      }
    >
      <RunInput
        fields={fields}
        input={input}
        problems={isTried ? problems : []}
        isBroken={isBroken}
        onChange={setGiven}
        onBroken={reportBroken}
        {...(last ? { onCopyLast: () => copyLast.mutate() } : {})}
      />
      <div className="field">
        <label htmlFor="run-key">{t('run.businessKey')}</label>
        <span className="field-box">
          <input
            id="run-key"
            className="mono"
            value={businessKey}
            maxLength={200}
            onChange={(event) => setKey(event.target.value)}
          />
        </span>
      </div>
      <div className="field">
        <label htmlFor="run-labels">{t('run.labels')}</label>
        <textarea
          id="run-labels"
          className="textarea mono"
          rows={2}
          value={labels}
          placeholder="region:eu"
          onChange={(event) => setLabels(event.target.value)}
        />
        <span className="label">{t('run.labelsNote')}</span>
      </div>
      <div className="field">
        <label htmlFor="run-version">{t('run.version')}</label>
        <span className="select">
          <select
            id="run-version"
            value={version ?? ''}
            onChange={(event) =>
              setVersion(event.target.value === '' ? null : Number(event.target.value))
            }
          >
            {(flow.active ?? null) !== null && (
              <option value="">{t('run.liveVersion', { version: flow.active })}</option>
            )}
            {versions.data?.items
              .filter((one) => !one.active)
              .map((one) => (
                <option key={one.number} value={one.number}>
                  {[`v${one.number}`, one.note].filter(Boolean).join(' ')}
                </option>
              ))}
          </select>
        </span>
      </div>
      <div className="field">
        <span className="name flex items-center gap-2">
          {t('run.command')}
          <CopyButton text={startCommand(flow.code, form)} what={t('run.command')} />
        </span>
        <pre className="code-block whitespace-pre-wrap break-all">
          {startCommand(flow.code, form)}
        </pre>
      </div>
      {start.isError && (
        <p role="alert" className="rounded-md border border-bad-line bg-bad-bg px-3 py-2">
          {start.error.message}
        </p>
      )}
    </Sheet>
  );
}

/** Returns the value of a JSON text; undefined while it is none. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
