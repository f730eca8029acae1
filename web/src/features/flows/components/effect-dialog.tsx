import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { queryKeys } from '../../../api/query-keys';
import type { FlowBulkAction, FlowBulkResult } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { ConfirmDialog } from '../../../ui/confirm';
import { useToast } from '../../../ui/toast';
import { changeFlows } from '../queries';

const MAX_SHOWN = 20;

/** States what an action would do to flows, as the server reports it, before it does it. */
export function EffectDialog({
  action,
  codes,
  tags,
  onClose,
  onDone,
}: {
  action: FlowBulkAction;
  codes: readonly string[];
  tags: readonly string[];
  onClose: () => void;
  onDone: () => void;
}) {
  const { t } = useText();
  const toast = useToast();
  const cache = useQueryClient();
  const takesTags = action === 'TAG' || action === 'UNTAG';
  const [text, setText] = useState('');
  const words = text.split(/[\s,]+/).filter(Boolean);
  const given = useDeferredValue(words.join(' ')).split(' ').filter(Boolean);
  const preview = useQuery({
    queryKey: queryKeys.flowsDryRun(action, codes, given),
    queryFn: () => changeFlows(action, codes, given, true),
    enabled: !takesTags || given.length > 0,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const change = useMutation({
    mutationFn: () => changeFlows(action, codes, words, false),
    onSuccess: async (result) => {
      onDone();
      onClose();
      toast(
        t('flows.bulkDone', {
          count: result.flows.filter((flow) => flow.result === 'CHANGED').length,
        }),
      );
      await Promise.all(
        [queryKeys.flows(), queryKeys.flowActivity(), ['flow']].map((queryKey) =>
          cache.invalidateQueries({ queryKey }),
        ),
      );
    },
  });
  const changed = preview.data?.flows.filter((flow) => flow.result === 'CHANGED') ?? [];
  return (
    <ConfirmDialog
      permission={action === 'TAG' || action === 'UNTAG' ? 'EDIT' : 'PUBLISH'}
      title={t(`flows.bulkTitle.${action}`, { count: codes.length })}
      confirm={t(`flows.bulkNow.${action}`, { count: changed.length })}
      isBlocked={changed.length === 0 || change.isPending}
      error={change.error ?? preview.error}
      onConfirm={() => change.mutate()}
      onClose={onClose}
    >
      <p className="leading-5">{t(`flows.bulkEffect.${action}`)}</p>
      {takesTags && (
        <div className="field">
          <label htmlFor="bulk-tags">{t('flow.field.tags')}</label>
          <span className="field-box">
            <input
              id="bulk-tags"
              list="known-tags"
              autoComplete="off"
              autoFocus
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          </span>
          <datalist id="known-tags">
            {tags.map((tag) => (
              <option key={tag} value={tag} />
            ))}
          </datalist>
          <span className="label">{t('flow.field.tagsNote')}</span>
        </div>
      )}
      {preview.data && <Effects result={preview.data} />}
    </ConfirmDialog>
  );
}

function Effects({ result }: { result: FlowBulkResult }) {
  const { t } = useText();
  const of = (kind: string) => result.flows.filter((flow) => flow.result === kind);
  const unfinished = of('CHANGED').reduce((sum, flow) => sum + flow.unfinished, 0);
  return (
    <div className="grid gap-3" aria-live="polite">
      <ul className="effect-list">
        {result.flows.slice(0, MAX_SHOWN).map((flow) => (
          <li key={flow.flow}>
            <span className="clip font-medium">{flow.name || flow.flow}</span>
            <span className={flow.result === 'REFUSED' ? 'text-bad' : 'text-muted'}>
              {flow.reason ?? t(`flows.bulkResult.${flow.result}`)}
            </span>
          </li>
        ))}
      </ul>
      {result.flows.length > MAX_SHOWN && (
        <p className="text-muted">
          {t('flows.bulkMore', { count: result.flows.length - MAX_SHOWN })}
        </p>
      )}
      {unfinished > 0 && <p>{t('flows.bulkUnfinished', { count: unfinished })}</p>}
    </div>
  );
}
