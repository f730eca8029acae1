import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../api/client';
import { queryKeys } from '../../../api/query-keys';
import type { Flow } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { ConfirmDialog } from '../../../ui/confirm';
import { flowPath } from '../queries';

/** Asks for code and name of a copy, which begins as a draft. */
export function DuplicateDialog({ flow, onClose }: { flow: Flow; onClose: () => void }) {
  const { t } = useText();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const [code, setCode] = useState(`${flow.code}-copy`);
  const [name, setName] = useState(t('flows.copyName', { name: flow.name }));
  const copy = useMutation({
    mutationFn: () =>
      call<Flow>(`${flowPath(flow.code)}/duplicate`, {
        method: 'POST',
        change: 'flow.duplicate',
        body: { code, name },
      }),
    onSuccess: async (made) => {
      await cache.invalidateQueries({ queryKey: queryKeys.flows() });
      await navigate({ to: '/flows/$flow', params: { flow: made.code } });
    },
  });
  return (
    <ConfirmDialog
      permission="EDIT"
      title={t('flows.duplicateTitle', { name: flow.name })}
      confirm={t('flows.duplicateNow')}
      isBlocked={code.trim() === '' || name.trim() === '' || copy.isPending}
      error={copy.error}
      onConfirm={() => copy.mutate()}
      onClose={onClose}
    >
      <p className="leading-5">{t('flows.duplicateEffect')}</p>
      <div className="field">
        <label htmlFor="copy-name">{t('flow.field.name')}</label>
        <span className="field-box">
          <input
            id="copy-name"
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </span>
      </div>
      <div className="field">
        <label htmlFor="copy-code">{t('flow.field.code')}</label>
        <span className="field-box">
          <input
            id="copy-code"
            className="mono"
            spellCheck={false}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        </span>
        <span className="label">{t('flow.field.codeNote')}</span>
      </div>
    </ConfirmDialog>
  );
}
