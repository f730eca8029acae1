import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Terminal } from 'lucide-react';
import { useMemo, useState, type KeyboardEvent } from 'react';
import { queryKeys } from '../../../api/query-keys';
import { useMay } from '../../../api/session';
import type { Execution } from '../../../api/types';
import type { StepInfo } from '../../../model/run/step-info';
import { useText } from '../../../i18n/i18n';
import type { Action } from '../../../model/run/actions';
import { commandLine, emptyDraft, parseValue, type CommandDraft } from '../../../model/run/command';
import { humanTaskOf, stateBody } from '../../../model/flow/state-body';
import { framePath } from '../../../model/run/outline';
import { fieldsOf, initialValue, problemsOf } from '../../../model/schema/fields';
import { useCopy } from '../../../ui/copy';
import { Icon } from '../../../ui/icons';
import { useBrokenFields } from '../../../ui/schema-inputs';
import { useToast } from '../../../ui/toast';
import { commandTarget, isEffectKnown, previewQuery, sendCommand } from '../commands';
import { useDrawnPlan } from '../plan';
import { ActionPreview } from './action-preview';
import { DockedSheet } from './docked-sheet';
import { SheetFields } from './sheet-fields';

/** States the consequences of an action, draws them on the canvas, and asks for what it needs. */
export function CommandSheet({
  execution,
  definition,
  action,
  step,
  subject,
  onClose,
}: {
  execution: Execution;
  definition: unknown;
  action: Action;
  step: StepInfo | null;
  subject: string;
  onClose: () => void;
}) {
  const { t } = useText();
  const toast = useToast();
  const copy = useCopy();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const permission = action === 'resumeAll' ? 'ADMINISTER' : 'OPERATE';
  const may = useMay(permission);
  const task = useMemo(
    () =>
      step && action === 'decide'
        ? humanTaskOf(stateBody(definition, framePath(step.frame), step.state))
        : null,
    [definition, step, action],
  );
  const fields = useMemo(() => fieldsOf(task?.form), [task]);
  const [draft, setDraft] = useState<CommandDraft>(() =>
    emptyDraft(
      action,
      step?.step ?? '',
      action === 'decide' && subject === '' && task?.outcomes.length === 1
        ? (task.outcomes[0] ?? '')
        : subject,
      action === 'editInput'
        ? JSON.stringify(execution.input ?? {}, null, 2)
        : fields.length > 0
          ? JSON.stringify(initialValue(fields))
          : '',
    ),
  );
  const preview = useQuery({
    ...previewQuery(execution.id, draft),
    placeholderData: keepPreviousData,
  });
  useDrawnPlan(preview.data ?? null);
  const isRefused = preview.data?.allowed === false;
  const { value, problem } = parseValue(draft.value);
  const [hasBrokenField, reportBroken] = useBrokenFields();
  const isIncomplete =
    problem !== undefined ||
    hasBrokenField ||
    ((action === 'signal' || action === 'decide') && draft.subject.trim() === '') ||
    problemsOf(fields, value).length > 0;
  const mutation = useMutation({
    mutationFn: () => sendCommand(execution, draft),
    onSuccess: async (started) => {
      toast(t(`execution.done.${action}`));
      await cache.invalidateQueries({ queryKey: queryKeys.executions() });
      if (started && started.id !== execution.id)
        await navigate({ to: '/executions/$id', params: { id: started.id } });
      else {
        onClose();
        await cache.invalidateQueries({ queryKey: queryKeys.execution(execution.id) });
      }
    },
  });
  const state = step?.state ?? t('execution.failure');
  const title = t(`execution.action.${action}`, { state, subject: draft.subject });
  const isDisabled =
    !may ||
    mutation.isPending ||
    isRefused ||
    isIncomplete ||
    !isEffectKnown(draft.action, preview);
  const confirm = () => !isDisabled && mutation.mutate();
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      confirm();
    }
  };
  return (
    <DockedSheet
      title={title}
      subtitle={t('execution.nothingYet')}
      onClose={onClose}
      footer={
        <>
          <button
            type="button"
            className="btn primary"
            aria-disabled={isDisabled}
            title={may ? undefined : t(`permission.${permission}`)}
            onClick={confirm}
          >
            {title} <kbd>Ctrl ↵</kbd>
          </button>
          <button
            type="button"
            className="btn ghost ml-auto"
            onClick={() =>
              copy(commandLine(commandTarget(execution), draft), t('execution.command'))
            }
          >
            <Icon of={Terminal} /> {t('execution.copyCommand')}
          </button>
        </>
      }
    >
      <div className="grid gap-4" onKeyDown={onKey}>
        <p className="leading-5">
          {t(`execution.effect.${action}`, { state, flow: execution.flow, subject: draft.subject })}
        </p>
        {preview.data && <ActionPreview preview={preview.data} />}
        {preview.isError && (
          <p role="alert" className="rounded-md border border-bad-line bg-bad-bg px-3 py-2">
            {preview.error.message}{' '}
            <button type="button" className="under" onClick={() => void preview.refetch()}>
              {t('action.tryAgain')}
            </button>
          </p>
        )}
        <SheetFields
          execution={execution}
          task={task}
          fields={fields}
          draft={draft}
          onChange={setDraft}
          onBroken={reportBroken}
        />
        {mutation.isError && (
          <p role="alert" className="rounded-md border border-bad-line bg-bad-bg px-3 py-2">
            {mutation.error.message}
          </p>
        )}
      </div>
    </DockedSheet>
  );
}
