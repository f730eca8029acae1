import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { queryKeys } from '../../../api/query-keys';
import { useSession } from '../../../api/session';
import type { Family } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { isShownOn, personOf, type FamilyAction } from '../../../model/failures/family';
import { ConfirmDialog } from '../../../ui/confirm';
import { useToast } from '../../../ui/toast';
import { changeFamily } from '../queries';
import type { FailuresUrl } from '../use-failures';

const MAX_NOTE = 1_000;
const MAX_NAME = 200;

/** Says what an action does to a family, and takes a note and a name with it. */
export function CareDialog({
  family,
  action,
  url,
}: {
  family: Family;
  action: FamilyAction;
  url: FailuresUrl;
}) {
  const { t } = useText();
  const cache = useQueryClient();
  const toast = useToast();
  const user = useSession().data?.user;
  const [note, setNote] = useState('');
  const [assignee, setAssignee] = useState(family.assignee ?? '');
  const name = family.state || family.flowName;
  const change = useMutation({
    mutationFn: () =>
      changeFamily(family.id, action, {
        ...(note.trim() === '' ? {} : { note: note.trim() }),
        ...(action === 'assign' ? { assignee: assignee.trim() || null } : {}),
      }),
    onSuccess: (changed) => {
      toast(t(`failures.done.${action}`, { name }));
      // What the list no longer shows is closed, so that the next one is in its place.
      url.open(isShownOn(url.tab, changed.status) ? family.id : undefined);
      return cache.invalidateQueries({ queryKey: queryKeys.failures() });
    },
  });
  return (
    <ConfirmDialog
      permission="OPERATE"
      title={t(`failures.ask.${action}`, { name })}
      confirm={t(`failures.confirm.${action}`)}
      isBlocked={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate()}
      onClose={url.close}
    >
      <p>
        <b className="font-semibold">{family.flowName}</b>{' '}
        <code className="mono text-bad">{family.error}</code>{' '}
        <span className="text-muted">{family.message}</span>
      </p>
      <p className="text-muted">{t(`failures.effect.${action}`)}</p>
      {action === 'assign' && (
        <div className="field">
          <label htmlFor="family-assignee">{t('failures.assignee')}</label>
          <span className="flex gap-2">
            <span className="field-box flex-1">
              <input
                id="family-assignee"
                value={assignee}
                maxLength={MAX_NAME}
                autoComplete="off"
                autoFocus
                onChange={(event) => setAssignee(event.target.value)}
              />
            </span>
            {user && (
              <button type="button" className="btn" onClick={() => setAssignee(personOf(user))}>
                {t('failures.toMe')}
              </button>
            )}
          </span>
          <span className="label">{t('failures.assigneeNote')}</span>
        </div>
      )}
      <div className="field">
        <label htmlFor="family-note">{t('failures.noteField')}</label>
        <span className="field-box">
          <input
            id="family-note"
            value={note}
            maxLength={MAX_NOTE}
            autoComplete="off"
            autoFocus={action !== 'assign'}
            placeholder={t(`failures.noteHint.${action}`)}
            onChange={(event) => setNote(event.target.value)}
          />
        </span>
      </div>
    </ConfirmDialog>
  );
}
