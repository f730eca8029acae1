import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { useMay } from '../api/session';
import type { Permission } from '../api/types';
import { useText } from '../i18n/i18n';
import { Icon } from './icons';

/** A dialog that states consequences; nothing happens before its button is pressed. */
export function ConfirmDialog({
  title,
  confirm,
  permission,
  isDanger = false,
  isBlocked = false,
  error = null,
  onConfirm,
  onClose,
  children,
}: {
  title: string;
  confirm: string;
  /** What the button needs; the dialog may be open without it, as its address names it. */
  permission: Permission;
  isDanger?: boolean;
  isBlocked?: boolean;
  error?: Error | null;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const { t } = useText();
  const may = useMay(permission);
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content className="dialog" aria-describedby={undefined}>
          <header className="flex items-center gap-2 h-14 pl-6 pr-4 flex-none">
            <Dialog.Title className="clip">{title}</Dialog.Title>
            <Dialog.Close className="icon-btn ml-auto" aria-label={t('action.close')}>
              <Icon of={X} />
            </Dialog.Close>
          </header>
          <form
            className="contents"
            onSubmit={(event) => {
              event.preventDefault();
              if (may && !isBlocked) onConfirm();
            }}
          >
            <div className="overflow-auto px-6 pb-5 grid gap-4 content-start">
              {children}
              {!may && <p className="text-bad">{t(`permission.${permission}`)}</p>}
              {error && (
                <p role="alert" className="rounded-md border border-bad-line bg-bad-bg px-3 py-2">
                  {error.message}
                </p>
              )}
            </div>
            <footer className="flex gap-2 px-6 py-3 border-t border-line flex-none">
              <button
                type="submit"
                className={`btn ${isDanger ? 'danger' : 'primary'}`}
                disabled={isBlocked || !may}
                title={may ? undefined : t(`permission.${permission}`)}
              >
                {confirm}
              </button>
              <button type="button" className="btn" onClick={onClose}>
                {t('action.cancel')}
              </button>
            </footer>
          </form>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
