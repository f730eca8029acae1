import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { useText } from '../../../i18n/i18n';
import { Icon } from '../../../ui/icons';

/**
 * A sheet in place of the step detail. It does not cover the canvas, on which its consequences are
 * drawn, and leaves the rest of the page usable.
 */
export function DockedSheet({
  title,
  subtitle,
  onClose,
  children,
  footer,
}: {
  title: string;
  subtitle?: string;
  onClose: () => void;
  children: ReactNode;
  footer: ReactNode;
}) {
  const { t } = useText();
  return (
    <Dialog.Root open modal={false} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Content
        className="run-sheet"
        aria-describedby={undefined}
        onInteractOutside={(event) => event.preventDefault()}
      >
        <header className="flex items-start gap-2 pt-2.5 pb-2 pl-4 pr-3 flex-none">
          <div className="min-w-0">
            <Dialog.Title className="clip" style={{ font: '600 14px/20px var(--font-ui)' }}>
              {title}
            </Dialog.Title>
            {subtitle && <p className="label">{subtitle}</p>}
          </div>
          <Dialog.Close className="icon-btn ml-auto" aria-label={t('action.close')}>
            <Icon of={X} />
          </Dialog.Close>
        </header>
        <div className="flex-1 overflow-auto px-4 pb-4 grid gap-4 content-start">{children}</div>
        <footer className="flex items-center gap-2 px-4 py-3 border-t border-line flex-none">
          {footer}
        </footer>
      </Dialog.Content>
    </Dialog.Root>
  );
}
