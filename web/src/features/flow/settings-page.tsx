import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, call } from '../../api/client';
import { queryKeys } from '../../api/query-keys';
import { useMay } from '../../api/session';
import type { Flow, FlowSummary } from '../../api/types';
import { useText } from '../../i18n/i18n';
import {
  changedSettings,
  isWord,
  settingsOf,
  tagsOf,
  type FlowSettings,
} from '../../model/flow/settings';
import { useToast } from '../../ui/toast';
import { Lifecycle } from './components/lifecycle';
import { SettingsField } from './components/settings-field';
import './flow.css';
import { FlowFrame } from './frame';
import { flowPath } from './queries';

const PRIORITIES = ['CRITICAL', 'HIGH', 'NORMAL', 'LOW'];

/** Name, description and what else is known about a flow, and its lifecycle. */
export function SettingsPage() {
  const { t } = useText();
  return (
    <FlowFrame tab={t('flow.tab.settings')}>
      {(flow) => (
        <div
          className="flex-1 overflow-auto px-6 py-4"
          tabIndex={0}
          role="region"
          aria-label={t('flow.tab.settings')}
        >
          <div className="grid gap-8 max-w-2xl content-start">
            <Metadata key={flow.code} flow={flow} />
            <Lifecycle flow={flow} />
          </div>
        </div>
      )}
    </FlowFrame>
  );
}

function Metadata({ flow }: { flow: Flow }) {
  const { t } = useText();
  const toast = useToast();
  const cache = useQueryClient();
  const mayEdit = useMay('EDIT');
  const [base, setBase] = useState<{ revision: number; settings: FlowSettings }>({
    revision: flow.revision,
    settings: settingsOf(flow),
  });
  const [form, setForm] = useState<FlowSettings>(base.settings);
  const [tags, setTags] = useState(form.tags.join(', '));
  const [undo, setUndo] = useState<FlowSettings | null>(null);
  const summary = useQuery({
    queryKey: queryKeys.flowSummary,
    queryFn: ({ signal }) => call<FlowSummary>('/api/flows/summary', { signal }),
  });
  const reset = (saved: Flow) => {
    const settings = settingsOf(saved);
    setBase({ revision: saved.revision, settings });
    setForm(settings);
    setTags(settings.tags.join(', '));
  };
  const save = useMutation({
    mutationFn: (settings: FlowSettings) =>
      call<Flow>(flowPath(flow.code), {
        method: 'PUT',
        change: 'flow.settings',
        headers: { 'If-Match': `"${base.revision}"` },
        body: { ...settings, source: flow.draft.source, format: flow.draft.format },
      }),
    onSuccess: async (saved, settings) => {
      setUndo(settings === undo ? null : base.settings);
      reset(saved);
      cache.setQueryData(queryKeys.flow(flow.code), saved);
      toast(t('settings.saved'));
      await cache.invalidateQueries({ queryKey: queryKeys.flows() });
    },
  });
  const changed = changedSettings(base.settings, form);
  const words = [form.type, form.category].filter(Boolean);
  const isBlocked =
    changed.length === 0 ||
    form.name.trim() === '' ||
    ![...words, ...form.tags].every(isWord) ||
    save.isPending;
  const isStale = flow.revision !== base.revision && !save.isPending;
  const set = (change: Partial<FlowSettings>) => setForm((before) => ({ ...before, ...change }));
  const readOnly = !mayEdit;
  return (
    <form
      className="grid gap-4"
      aria-label={t('settings.metadata')}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBlocked) save.mutate(form);
      }}
    >
      <SettingsField
        name={t('flow.field.name')}
        value={form.name}
        maxLength={200}
        readOnly={readOnly}
        onChange={(name) => set({ name })}
      />
      <SettingsField
        name={t('flow.field.description')}
        value={form.description}
        maxLength={10_000}
        isLong
        readOnly={readOnly}
        onChange={(description) => set({ description })}
      />
      <div className="grid gap-4 sm:grid-cols-3">
        <SettingsField
          name={t('flows.column.type')}
          value={form.type}
          options={Object.keys(summary.data?.types ?? {})}
          isInvalid={form.type !== '' && !isWord(form.type)}
          readOnly={readOnly}
          onChange={(type) => set({ type })}
        />
        <SettingsField
          name={t('flows.category')}
          value={form.category}
          options={Object.keys(summary.data?.categories ?? {})}
          isInvalid={form.category !== '' && !isWord(form.category)}
          readOnly={readOnly}
          onChange={(category) => set({ category })}
        />
        <div className="field">
          <label htmlFor="flow-priority">{t('flows.column.priority')}</label>
          <span className="select">
            <select
              id="flow-priority"
              value={form.priority}
              disabled={readOnly}
              title={readOnly ? t('permission.EDIT') : undefined}
              onChange={(event) => set({ priority: event.target.value })}
            >
              {PRIORITIES.map((one) => (
                <option key={one} value={one}>
                  {t(`flow.priority.${one}`)}
                </option>
              ))}
            </select>
          </span>
        </div>
      </div>
      <SettingsField
        name={t('flow.field.tags')}
        value={tags}
        note={t('flow.field.tagsNote')}
        isInvalid={!form.tags.every(isWord)}
        readOnly={readOnly}
        onChange={(text) => {
          setTags(text);
          set({ tags: tagsOf(text) });
        }}
      />
      {isStale && (
        <p className="banner warn" role="status">
          {t('settings.stale')}
          <button type="button" className="btn small ml-auto" onClick={() => reset(flow)}>
            {t('settings.loadTheirs')}
          </button>
        </p>
      )}
      {save.isError && (
        <p role="alert" className="rounded-md border border-bad-line bg-bad-bg px-3 py-2">
          {save.error instanceof ApiError ? save.error.detail : save.error.message}
        </p>
      )}
      <div className="flex items-center gap-3">
        <button
          type="submit"
          className="btn primary"
          disabled={mayEdit && isBlocked}
          aria-disabled={!mayEdit}
          title={mayEdit ? undefined : t('permission.EDIT')}
        >
          {t('settings.save')}
        </button>
        {undo && changed.length === 0 && (
          <button type="button" className="btn" onClick={() => save.mutate(undo)}>
            {t('settings.undo')}
          </button>
        )}
        {changed.length > 0 && (
          <span className="text-muted">{t('settings.changed', { count: changed.length })}</span>
        )}
      </div>
    </form>
  );
}
