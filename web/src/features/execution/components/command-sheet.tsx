import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { queryKeys } from '../../../api/query-keys';
import type { Execution, Step } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import type { ExecutionAction, StepAction } from '../../../model/run/actions';
import { Sheet } from '../../../ui/dialog';
import { useToast } from '../../../ui/toast';
import { previewQuery, sendCommand, type OperatorCommand } from '../queries';
import { ActionPreview } from './action-preview';

/** States the consequences of an action before it happens, and asks for its reason. */
export function CommandSheet({
  execution,
  action,
  step,
  onClose,
}: {
  execution: Execution;
  action: ExecutionAction | StepAction;
  step: Step | null;
  onClose: () => void;
}) {
  const { t } = useText();
  const toast = useToast();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const [reason, setReason] = useState('');
  const [compensate, setCompensate] = useState(action === 'cancel');
  const request = command(action, step?.step ?? '', reason, compensate);
  const preview = useQuery({
    ...previewQuery(execution.id, request),
    placeholderData: keepPreviousData,
  });
  const isRefused = preview.data?.allowed === false;
  const mutation = useMutation({
    mutationFn: () => sendCommand(execution.id, request),
    onSuccess: async (answer) => {
      onClose();
      toast(t(`execution.done.${action}`));
      await cache.invalidateQueries({ queryKey: queryKeys.executions() });
      if (answer.id === execution.id)
        await cache.invalidateQueries({ queryKey: queryKeys.execution(execution.id) });
      else await navigate({ to: '/executions/$id', params: { id: answer.id } });
    },
  });
  const state = step?.state ?? t('execution.failure');
  const title = t(`execution.action.${action}`, { state });
  return (
    <Sheet
      title={title}
      open
      onClose={onClose}
      footer={
        <>
          <button
            type="button"
            className="btn primary"
            disabled={mutation.isPending || isRefused}
            onClick={() => mutation.mutate()}
          >
            {title}
          </button>
          <button type="button" className="btn" onClick={onClose}>
            {t('action.close')}
          </button>
        </>
      }
    >
      <p className="leading-5">
        {t(`execution.effect.${action}`, { state, flow: execution.flow })}
      </p>
      {(action === 'cancel' || action === 'sendBack') && (
        <label className="flex items-center gap-2">
          <input
            type="checkbox"
            className="checkbox"
            checked={compensate}
            onChange={(event) => setCompensate(event.target.checked)}
          />
          {t('execution.compensate')}
        </label>
      )}
      {preview.data && <ActionPreview preview={preview.data} />}
      <div className="field">
        <label htmlFor="reason">{t('action.reason')}</label>
        <textarea
          id="reason"
          className="textarea"
          rows={3}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <span className="label">{t('action.reasonNote')}</span>
      </div>
      {mutation.isError && (
        <p role="alert" className="rounded-md border border-bad-line bg-bad-bg px-3 py-2">
          {mutation.error.message}
        </p>
      )}
    </Sheet>
  );
}

function command(
  action: ExecutionAction | StepAction,
  step: string,
  reason: string,
  compensate: boolean,
): OperatorCommand {
  switch (action) {
    case 'retry':
      return { action: 'retry', mode: 'full', reason };
    case 'retryFromFailure':
      return { action: 'retry', mode: 'from-failure', reason };
    case 'pause':
    case 'resume':
      return { action, reason };
    case 'cancel':
      return { action, reason, compensate };
    case 'skip':
      return { action, step, reason };
    case 'sendBack':
      return { action: 'send-back', step, reason, compensate };
  }
}
