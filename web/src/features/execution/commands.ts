import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client';
import { executionPath } from '../../api/paths';
import { queryKeys } from '../../api/query-keys';
import type { Execution, Preview } from '../../api/types';
import type { Action } from '../../model/run/actions';
import { parseValue, type CommandDraft, type CommandTarget } from '../../model/run/command';

/** Actions whose effect the server computes, by the name of the action there. */
const PREVIEWED: Partial<Record<Action, string>> = {
  retry: 'retry',
  retryFromFailure: 'retry-from-failure',
  pause: 'pause',
  resume: 'resume',
  cancel: 'cancel',
  skip: 'skip',
  sendBack: 'send-back',
};

/** Reads what a command would do now, without doing it. */
export const previewQuery = (id: string, draft: CommandDraft) => {
  const action = PREVIEWED[draft.action];
  const query = {
    action,
    step: draft.step === '' ? undefined : draft.step,
    compensate:
      draft.action === 'cancel' || draft.action === 'sendBack' ? draft.compensate : undefined,
  };
  return queryOptions({
    queryKey: queryKeys.preview(id, query),
    queryFn: ({ signal }) => call<Preview>(`${executionPath(id)}/preview`, { query, signal }),
    enabled: action !== undefined,
  });
};

/** Returns false while the server has not said what the action would do with this very draft. */
export function isEffectKnown(
  action: Action,
  preview: { isSuccess: boolean; isPlaceholderData: boolean },
): boolean {
  return PREVIEWED[action] === undefined || (preview.isSuccess && !preview.isPlaceholderData);
}

/** Returns what a command line needs to know of an execution. */
export function commandTarget({ id, flow, version }: Execution): CommandTarget {
  return { id, flow, version: version ?? null };
}

/** Sends a command; returns the execution, or the new one of a retry, if there is one. */
export async function sendCommand(
  execution: Execution,
  draft: CommandDraft,
): Promise<Execution | null> {
  const { id, flow, version, businessKey, labels } = execution;
  const { action, reason, step, compensate } = draft;
  const { value } = parseValue(draft.value);
  const path = executionPath(id);
  switch (action) {
    case 'retry':
      return call<Execution>(`${path}/retry`, {
        method: 'POST',
        change: 'execution.retry',
        query: { mode: 'full' },
        body: { reason },
      });
    case 'retryFromFailure':
      return call<Execution>(`${path}/retry`, {
        method: 'POST',
        change: 'execution.retryFromFailure',
        query: { mode: 'from-failure' },
        body: { reason },
      });
    case 'editInput':
      return call<Execution>(`/api/flows/${encodeURIComponent(flow)}/execute`, {
        method: 'POST',
        change: 'execution.editInput',
        body: {
          input: value ?? {},
          labels,
          ...(businessKey ? { businessKey } : {}),
          ...(draft.isLatest || typeof version !== 'number' ? {} : { version }),
        },
      });
    case 'pause':
      return call<Execution>(`${path}/pause`, {
        method: 'POST',
        change: 'execution.pause',
        body: { reason },
      });
    case 'resume':
      return call<Execution>(`${path}/resume`, {
        method: 'POST',
        change: 'execution.resume',
        body: { reason },
      });
    case 'cancel':
      return call<Execution>(`${path}/cancel`, {
        method: 'POST',
        change: 'execution.cancel',
        body: { reason, compensate },
      });
    case 'skip':
      return call<Execution>(`${path}/skip`, {
        method: 'POST',
        change: 'execution.skip',
        body: { step, reason, ...(value === undefined ? {} : { output: value }) },
      });
    case 'sendBack':
      return call<Execution>(`${path}/send-back`, {
        method: 'POST',
        change: 'execution.sendBack',
        body: { step, reason, compensate },
      });
    case 'decide':
      return call<Execution>(`${path}/decide`, {
        method: 'POST',
        change: 'execution.decide',
        body: {
          step,
          reason,
          ...(draft.subject === '' ? {} : { outcome: draft.subject }),
          ...(value === undefined ? {} : { data: value }),
        },
      });
    case 'signal':
      return call<Execution>(`${path}/events/${encodeURIComponent(draft.subject.trim())}`, {
        method: 'POST',
        change: 'execution.signal',
        body: value ?? {},
      });
    case 'closeBreaker':
      await call(`/api/breakers/${encodeURIComponent(draft.subject)}/close`, {
        method: 'POST',
        change: 'execution.closeBreaker',
      });
      return null;
    case 'resumeAll':
      await call('/api/admin/flows/resume-all', {
        method: 'POST',
        change: 'execution.resumeAll',
        body: { reason },
      });
      return null;
  }
}
