import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { ApiError, call } from '../../../api/client';
import { queryKeys } from '../../../api/query-keys';
import type { Flow } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { Sheet } from '../../../ui/dialog';
import { GuardedButton } from '../../../ui/guarded-button';
import { Icon } from '../../../ui/icons';
import { useToast } from '../../../ui/toast';
import { DRAFT, dependentsQuery, diffQuery, flowPath } from '../queries';
import { Summary } from './changes';

/** States what publishing the draft does before it happens, and asks for a note. */
export function PublishSheet({ flow, onClose }: { flow: Flow; onClose: () => void }) {
  const { t } = useText();
  const toast = useToast();
  const cache = useQueryClient();
  const [note, setNote] = useState('');
  const dependents = useQuery(dependentsQuery(flow.code));
  const live = flow.active ?? null;
  const base = String(live ?? flow.latest ?? DRAFT);
  const diff = useQuery(diffQuery(flow.code, base, DRAFT, flow.revision));
  const version = (flow.latest ?? 0) + 1;
  const errors = flow.findings.filter((finding) => finding.severity === 'error');
  const warnings = flow.findings.filter((finding) => finding.severity !== 'error');
  const unserved = warnings.filter((finding) => finding.code === 'unserved-resource');
  const staying = dependents.data?.unfinished ?? [];
  const callers = dependents.data?.callers ?? [];
  const publish = useMutation({
    mutationFn: () =>
      call<Flow>(`${flowPath(flow.code)}/publish`, {
        method: 'POST',
        change: 'flow.publish',
        body: { note: note.trim(), revision: flow.revision },
      }),
    onSuccess: async (saved) => {
      cache.setQueryData(queryKeys.flow(flow.code), saved);
      toast(t('publish.done', { version: saved.active ?? version }));
      onClose();
      await Promise.all(
        [queryKeys.flow(flow.code), queryKeys.flows()].map((queryKey) =>
          cache.invalidateQueries({ queryKey }),
        ),
      );
    },
  });
  return (
    <Sheet
      title={t('publish.title', { name: flow.name, version })}
      open
      onClose={onClose}
      footer={
        <>
          <GuardedButton
            permission="PUBLISH"
            className="btn primary"
            isBlocked={errors.length > 0 || publish.isPending}
            onClick={() => publish.mutate()}
          >
            {t('publish.now', { version })}
          </GuardedButton>
          <button type="button" className="btn" onClick={onClose}>
            {t('action.cancel')}
          </button>
        </>
      }
    >
      <ul className="publish-effect">
        <li>{live === null ? t('publish.first') : t('publish.replaces', { version: live })}</li>
        {staying.map((one) => (
          <li key={one.version}>
            {t('publish.stay', { count: one.executions, version: one.version })}
          </li>
        ))}
        {dependents.data && staying.length === 0 && <li>{t('publish.noneStay')}</li>}
        {callers.length > 0 && (
          <li>{t('publish.callers', { count: callers.length, flows: callers.join(', ') })}</li>
        )}
        {unserved.length > 0 && <li>{t('publish.unserved', { count: unserved.length })}</li>}
      </ul>
      <div className="grid gap-2">
        <h3 className="font-medium">
          {live === null ? t('publish.changes') : t('publish.changesSince', { version: base })}
        </h3>
        {base === DRAFT ? (
          <span className="text-muted">{t('publish.everything')}</span>
        ) : (
          <Summary diff={diff.data} isSame={false} />
        )}
      </div>
      {(errors.length > 0 || warnings.length > 0) && (
        <div className="grid gap-2">
          <h3 className="font-medium">{t('publish.findings')}</h3>
          <ul className="grid gap-2">
            {[...errors, ...warnings].map((finding, i) => (
              <li key={i} className="flex gap-2">
                <span className={finding.severity === 'error' ? 'text-bad' : 'text-warn'}>
                  <Icon of={TriangleAlert} size="s" />
                </span>
                <span className="min-w-0">
                  <span className="sr-only">{t(`publish.severity.${finding.severity}`)}: </span>
                  {finding.message}{' '}
                  <code className="mono text-muted break-all">{finding.location}</code>
                </span>
              </li>
            ))}
          </ul>
          {errors.length > 0 && (
            <p className="text-bad">{t('publish.blocked', { count: errors.length })}</p>
          )}
        </div>
      )}
      <div className="field">
        <label htmlFor="publish-note">{t('publish.note')}</label>
        <textarea
          id="publish-note"
          className="textarea"
          rows={2}
          maxLength={1000}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        <span className="label">{t('publish.noteNote')}</span>
      </div>
      {publish.isError && (
        <p role="alert" className="rounded-md border border-bad-line bg-bad-bg px-3 py-2">
          {publish.error instanceof ApiError ? publish.error.detail : publish.error.message}
        </p>
      )}
    </Sheet>
  );
}
