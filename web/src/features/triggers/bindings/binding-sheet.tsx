import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/client';
import { queryKeys } from '../../../api/query-keys';
import type { Binding } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import {
  bindingProblems,
  bodyOfBinding,
  EMPTY_BINDING,
  formOfBinding,
  triggerConfigOf,
  type BindingField,
  type BindingForm,
} from '../../../model/triggers/binding-form';
import { formulaProblems } from '../../../model/triggers/filter-words';
import { Sheet } from '../../../ui/dialog';
import { GuardedButton } from '../../../ui/guarded-button';
import { useToast } from '../../../ui/toast';
import { triggerPath, triggerQuery } from '../queries';
import { useTriggersUrl } from '../use-triggers';
import { BindingFields } from './binding-fields';

/** Creates a binding or replaces one; one of the trigger of a flow is saved with that. */
export function BindingSheet({ binding, onClose }: { binding?: Binding; onClose: () => void }) {
  const { t } = useText();
  const toast = useToast();
  const cache = useQueryClient();
  const { change } = useTriggersUrl();
  const isOfTrigger = binding?.owner === 'trigger';
  const trigger = useQuery({ ...triggerQuery(binding?.flow ?? ''), enabled: isOfTrigger });
  const [form, setForm] = useState<BindingForm>(() =>
    binding ? formOfBinding(binding) : EMPTY_BINDING,
  );
  const [isChecked, setChecked] = useState(false);
  const problems = bindingProblems(form);
  const save = useMutation({
    mutationFn: () => send(form, binding, trigger.data?.config),
    onSuccess: async (saved) => {
      await cache.invalidateQueries({ queryKey: queryKeys.bindings });
      await cache.invalidateQueries({ queryKey: ['flow'] });
      toast(t('triggers.saved', { event: form.event.trim() }));
      change({ act: undefined, show: saved?.id ?? binding?.id });
    },
  });
  const submit = () => {
    setChecked(true);
    if (Object.keys(problems).length === 0 && !save.isPending) save.mutate();
  };
  const refused = save.error?.message ?? '';
  const mistakes = formulaProblems(refused);
  const shown: Partial<Record<BindingField, string>> = {};
  if (isChecked)
    for (const [field, id] of Object.entries(problems)) shown[field as BindingField] = t(id);
  for (const one of mistakes) {
    const field = one.field === 'key' ? 'key' : one.field === 'filter' ? 'filter' : 'debounce';
    shown[field] = t('triggers.mistake', { ...one });
  }
  return (
    <Sheet
      title={binding ? t('triggers.editBinding') : t('triggers.newBinding')}
      open
      onClose={onClose}
      footer={
        <>
          <GuardedButton
            permission="EDIT"
            className="btn primary"
            isBlocked={save.isPending || (isOfTrigger && !trigger.data)}
            onClick={submit}
          >
            {t(binding ? 'triggers.save' : 'triggers.create')}
          </GuardedButton>
          <button type="button" className="btn" onClick={onClose}>
            {t('action.cancel')}
          </button>
        </>
      }
    >
      {isOfTrigger && <p className="trigger-note">{t('triggers.savedWithTrigger')}</p>}
      <BindingFields
        form={form}
        problems={shown}
        isOfTrigger={isOfTrigger}
        mistakes={mistakes}
        onChange={(part) => {
          setForm({ ...form, ...part });
          save.reset();
        }}
      />
      {save.error && mistakes.length === 0 && (
        <p role="alert" className="rounded-md border border-bad-line bg-bad-bg px-3 py-2">
          {refused}
        </p>
      )}
    </Sheet>
  );
}

async function send(
  form: BindingForm,
  binding: Binding | undefined,
  config: unknown,
): Promise<Binding | null> {
  if (binding?.owner === 'trigger') {
    await call(triggerPath(binding.flow), {
      method: 'PUT',
      change: 'binding.saveWithTrigger',
      body: {
        type: 'EVENT_TRIGGERED',
        config: triggerConfigOf((config ?? {}) as Record<string, unknown>, form),
      },
    });
    return null;
  }
  return call<Binding>(binding ? `/api/bindings/${binding.id}` : '/api/bindings', {
    method: binding ? 'PUT' : 'POST',
    change: 'binding.save',
    body: bodyOfBinding(form),
  });
}
