import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/client';
import { queryKeys } from '../../../api/query-keys';
import type { Binding } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { afterExclusive } from '../../../model/triggers/bindings';
import { ConfirmDialog } from '../../../ui/confirm';
import { useToast } from '../../../ui/toast';
import { useTriggersUrl } from '../use-triggers';
import { FilterWords } from './filter-words';

interface Props {
  binding: Binding;
  all: readonly Binding[];
  nameOf: (flow: string) => string;
  onClose: () => void;
}

const pathOf = (binding: Binding) => `/api/bindings/${binding.id}`;

/** Says what switching a binding on or off changes, before it does it. */
export function SwitchBinding({ isOn, ...props }: Props & { isOn: boolean }) {
  const { t } = useText();
  const { binding, nameOf, onClose } = props;
  const toast = useToast();
  const cache = useQueryClient();
  const change = useMutation({
    mutationFn: () =>
      call<Binding>(`${pathOf(binding)}/${isOn ? 'enable' : 'disable'}`, {
        method: 'POST',
        change: 'binding.switch',
      }),
    onSuccess: async () => {
      toast(t(isOn ? 'triggers.switchedOn' : 'triggers.switchedOff', { event: binding.event }));
      await cache.invalidateQueries({ queryKey: queryKeys.bindings });
      onClose();
    },
  });
  const values = { flow: nameOf(binding.flow), event: binding.event };
  return (
    <ConfirmDialog
      permission="OPERATE"
      title={t(isOn ? 'triggers.enableTitle' : 'triggers.disableTitle', values)}
      confirm={t(isOn ? 'triggers.enableNow' : 'triggers.disableNow')}
      isBlocked={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate()}
      onClose={onClose}
    >
      <p className="leading-5">
        {t(isOn ? 'triggers.enableEffect' : 'triggers.disableEffect', values)}
      </p>
      <Effects {...props} isOn={isOn} />
    </ConfirmDialog>
  );
}

/** Says what ends with a binding, and deletes it. */
export function DeleteBinding(props: Props) {
  const { t } = useText();
  const { binding, nameOf, onClose } = props;
  const { change: changeUrl } = useTriggersUrl();
  const toast = useToast();
  const cache = useQueryClient();
  const remove = useMutation({
    mutationFn: () => call<void>(pathOf(binding), { method: 'DELETE', change: 'binding.delete' }),
    onSuccess: async () => {
      changeUrl({ act: undefined, show: undefined });
      toast(t('triggers.deleted', { event: binding.event }));
      await cache.invalidateQueries({ queryKey: queryKeys.bindings });
    },
  });
  const values = { flow: nameOf(binding.flow), event: binding.event };
  return (
    <ConfirmDialog
      permission="EDIT"
      title={t('triggers.deleteTitle', values)}
      confirm={t('triggers.deleteNow')}
      isDanger
      isBlocked={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p className="leading-5">{t('triggers.deleteEffect', values)}</p>
      <Effects {...props} isOn={false} />
    </ConfirmDialog>
  );
}

/** What the change means for this binding and for those after it. */
function Effects({ binding, all, nameOf, isOn }: Props & { isOn: boolean }) {
  const { t } = useText();
  const others = all.filter(
    (one) => one.id !== binding.id && one.event === binding.event && one.enabled,
  );
  const after = afterExclusive(binding, others);
  return (
    <ul className="trigger-effects">
      <li>
        {t('triggers.effect.takes')} <FilterWords binding={binding} />
      </li>
      {binding.starts && (
        <li>
          {t('triggers.effect.starts', {
            count: binding.starts.count,
            atLeast: binding.starts.lowerBound ? 'yes' : 'no',
          })}
        </li>
      )}
      {after.length > 0 && (
        <li>
          {t(isOn ? 'triggers.effect.keepsOut' : 'triggers.effect.letsIn', {
            flows: after.map((one) => nameOf(one.flow)).join(', '),
          })}
        </li>
      )}
      {!isOn && others.length === 0 && <li>{t('triggers.effect.nothingLeft')}</li>}
      <li>{t('triggers.effect.running')}</li>
    </ul>
  );
}
