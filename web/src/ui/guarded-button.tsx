import type { ReactNode } from 'react';
import { useMay } from '../api/session';
import type { Permission } from '../api/types';
import { useText } from '../i18n/i18n';

/** A button that stays visible without the permission and says which one is needed. */
export function GuardedButton({
  permission,
  className = 'btn',
  shortcut,
  objection,
  isBlocked = false,
  onClick,
  children,
}: {
  permission: Permission;
  className?: string;
  /** The single key that presses it. */
  shortcut?: string;
  /** Why nobody can press it now. */
  objection?: string | undefined;
  /** True while it cannot be pressed for a reason that is plain beside it. */
  isBlocked?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  const { t } = useText();
  const may = useMay(permission);
  const isDisabled = !may || objection !== undefined || isBlocked;
  return (
    <button
      type="button"
      className={className}
      aria-disabled={isDisabled}
      data-shortcut={shortcut}
      title={may ? objection : t(`permission.${permission}`)}
      onClick={() => !isDisabled && onClick()}
    >
      {children}
    </button>
  );
}
