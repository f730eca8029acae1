import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { useText } from '../i18n/i18n';
import { Icon } from './icons';

/** A sheet at the right edge: a form whose consequences the page beside it shows. */
export function Sheet({
  title,
  open,
  onClose,
  children,
  footer,
}: {
  title: string;
  open: boolean;
  onClose: () => void;
  children: ReactNode;
  footer: ReactNode;
}) {
  const { t } = useText();
  return (
    <Dialog.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content className="sheet" aria-describedby={undefined}>
          <header className="flex items-center gap-2 h-14 pl-6 pr-4 flex-none">
            <Dialog.Title className="clip">{title}</Dialog.Title>
            <Dialog.Close className="icon-btn ml-auto" aria-label={t('action.close')}>
              <Icon of={X} />
            </Dialog.Close>
          </header>
          <div className="flex-1 overflow-auto px-6 pb-6 grid gap-4 content-start">{children}</div>
          <footer className="flex gap-2 px-6 py-3 border-t border-line flex-none">{footer}</footer>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
