import { useNavigate } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useEffect } from 'react';
import { useText } from '../i18n/i18n';
import { Icon } from '../ui/icons';
import { isTyping } from '../ui/keys';
import { usePreferences } from './preferences';

const SEQUENCE_MS = 1_500;
const SHORTCUTS = [
  ['Ctrl K', 'palette.title'],
  ['g f', 'nav.flows'],
  ['g e', 'nav.executions'],
  ['g x', 'nav.failures'],
  ['g t', 'nav.triggers'],
  ['/', 'shortcuts.search'],
  ['r', 'run.title'],
  ['?', 'shortcuts.title'],
] as const;

/** Handles the keys that work on all pages; single keys only outside of fields and if they are on. */
export function useShortcuts(actions: {
  openPalette: () => void;
  showShortcuts: () => void;
}): void {
  const navigate = useNavigate();
  const { areShortcutsOn } = usePreferences();
  const { openPalette, showShortcuts } = actions;
  useEffect(() => {
    let goSince = 0;
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        openPalette();
        return;
      }
      if (
        !areShortcutsOn ||
        isTyping(event.target) ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey
      )
        return;
      const isAfterG = event.timeStamp - goSince < SEQUENCE_MS;
      goSince = 0;
      if (event.key === 'g') goSince = event.timeStamp;
      else if (isAfterG && event.key === 'f') void navigate({ to: '/flows' });
      else if (isAfterG && event.key === 'e') void navigate({ to: '/executions' });
      else if (isAfterG && event.key === 'x') void navigate({ to: '/failures' });
      else if (isAfterG && event.key === 't')
        void navigate({ to: '/triggers/$kind', params: { kind: 'bindings' } });
      else if (event.key === '?') showShortcuts();
      else if (event.key === '/') {
        const field = document.querySelector<HTMLInputElement>('[data-search]');
        if (field) event.preventDefault();
        field?.focus();
      } else if (/^[a-z.]$/.test(event.key)) {
        document.querySelector<HTMLElement>(`[data-shortcut='${event.key}']`)?.click();
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [areShortcutsOn, navigate, openPalette, showShortcuts]);
}

export function ShortcutList({ onClose }: { onClose: () => void }) {
  const { t } = useText();
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content className="dialog" aria-describedby={undefined}>
          <header className="flex items-center h-14 pl-6 pr-4">
            <Dialog.Title>{t('shortcuts.title')}</Dialog.Title>
            <Dialog.Close className="icon-btn ml-auto" aria-label={t('action.close')}>
              <Icon of={X} />
            </Dialog.Close>
          </header>
          <dl className="px-6 pb-6 grid gap-2">
            {SHORTCUTS.map(([keys, text]) => (
              <div key={keys} className="flex items-center h-7">
                <dt>{t(text)}</dt>
                <dd className="ml-auto flex gap-1">
                  {keys.split(' ').map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
