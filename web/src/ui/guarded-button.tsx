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
  onClick,
  children,
}: {
  permission: Permission;
  className?: string;
  /** The single key that presses it. */
  shortcut?: string;
  /** Why nobody can press it now. */
  objection?: string | undefined;
  onClick: () => void;
  children: ReactNode;
}) {
  const { t } = useText();
  const may = useMay(permission);
  return (
    <button
      type="button"
      className={className}
      aria-disabled={!may || objection !== undefined}
      data-shortcut={shortcut}
      title={may ? objection : t(`permission.${permission}`)}
      onClick={() => may && objection === undefined && onClick()}
    >
      {children}
    </button>
  );
}
