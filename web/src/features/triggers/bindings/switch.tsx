import { useMay } from '../../../api/session';
import type { Binding } from '../../../api/types';
import { useText } from '../../../i18n/i18n';

/** Asks to switch a binding on or off; says why it cannot. */
export function BindingSwitch({ binding, onAsk }: { binding: Binding; onAsk: () => void }) {
  const { t } = useText();
  const may = useMay('OPERATE');
  const reason = binding.owner
    ? t(`triggers.ownerSwitch.${binding.owner}`)
    : may
      ? undefined
      : t('permission.OPERATE');
  return (
    <button
      type="button"
      role="switch"
      className="switch"
      aria-checked={binding.enabled}
      aria-disabled={reason !== undefined}
      aria-label={t('triggers.switch', { event: binding.event, flow: binding.flow })}
      title={reason}
      onClick={() => reason === undefined && onAsk()}
    />
  );
}
