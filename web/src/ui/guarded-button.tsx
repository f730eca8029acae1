import type { ReactNode } from 'react';
import { useMay } from '../api/session';
import type { Permission } from '../api/types';
import { useText } from '../i18n/i18n';

/** A button that stays visible without the permission and says which one is needed. */
export function GuardedButton({
  permission,
  className = 'btn',
  shortcut,
  onClick,
  children,
}: {
  permission: Permission;
  className?: string;
  /** The single key that presses it. */
  shortcut?: string;
  onClick: () => void;
  children: ReactNode;
}) {
  const { t } = useText();
  const may = useMay(permission);
  return (
    <button
      type="button"
      className={className}
      aria-disabled={!may}
      data-shortcut={shortcut}
      title={may ? undefined : t(`permission.${permission}`)}
      onClick={() => may && onClick()}
    >
      {children}
    </button>
  );
}
