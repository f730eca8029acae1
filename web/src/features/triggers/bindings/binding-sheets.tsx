import type { Binding } from '../../../api/types';
import { useTriggersUrl } from '../use-triggers';
import { BindingSheet } from './binding-sheet';
import { DeleteBinding, SwitchBinding } from './effect-dialogs';

/** The sheet or dialog that the URL names. */
export function BindingSheets({
  binding,
  all,
  nameOf,
}: {
  binding: Binding | undefined;
  all: readonly Binding[];
  nameOf: (flow: string) => string;
}) {
  const { search, change } = useTriggersUrl();
  const close = () => change({ act: undefined });
  if (search.act === 'new') return <BindingSheet onClose={close} />;
  if (!binding) return null;
  const given = { binding, all, nameOf, onClose: close };
  switch (search.act) {
    case 'edit':
      return <BindingSheet key={binding.id} binding={binding} onClose={close} />;
    case 'enable':
    case 'disable':
      return <SwitchBinding {...given} isOn={search.act === 'enable'} />;
    case 'delete':
      return <DeleteBinding {...given} />;
    default:
      return null;
  }
}
