import { useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { ApiError } from '../api/client';
import { signOut } from '../api/session';
import type { Session } from '../api/types';
import { LANGUAGES, useText, type Language } from '../i18n/i18n';
import { Icon } from '../ui/icons';
import { useToast } from '../ui/toast';
import { changePreferences, THEMES, usePreferences, type Theme } from './preferences';

const LANGUAGE_NAMES = Object.entries(LANGUAGES) as [Language, string][];

/** Who is signed in, theme, language, shortcuts and sign-out. */
export function UserMenu({ session, onShortcuts }: { session: Session; onShortcuts: () => void }) {
  const { t } = useText();
  const toast = useToast();
  const cache = useQueryClient();
  const { theme, language, areShortcutsOn } = usePreferences();
  const leave = async () => {
    try {
      await signOut();
    } catch (error) {
      // A session that has ended needs no sign-out.
      if (!(error instanceof ApiError && error.status === 401)) {
        const problem = error instanceof Error ? error.message : String(error);
        toast(t('user.signOutFailed', { problem }));
        return;
      }
    }
    cache.clear();
    location.assign('/signin');
  };
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="avatar">
        <span aria-hidden>{session.user.slice(0, 2).toUpperCase()}</span>
        <span className="sr-only">{t('user.menu', { user: session.user })}</span>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="end" sideOffset={6}>
          <div className="px-2 py-1.5">
            <div className="font-semibold clip max-w-64">{session.user}</div>
            <div className="label">{session.roles.join(', ')}</div>
          </div>
          <div className="menu-line" />
          <Choices
            title={t('user.theme')}
            value={theme}
            options={THEMES.map((one) => [one, t(`theme.${one}`)])}
            onChoose={(one) => changePreferences({ theme: one as Theme })}
          />
          <div className="menu-line" />
          <Choices
            title={t('user.language')}
            value={language}
            options={LANGUAGE_NAMES}
            onChoose={(one) => changePreferences({ language: one as Language })}
          />
          <div className="menu-line" />
          <DropdownMenu.Item className="menu-item" onSelect={onShortcuts}>
            {t('shortcuts.title')} <kbd>?</kbd>
          </DropdownMenu.Item>
          <DropdownMenu.CheckboxItem
            className="menu-item"
            checked={areShortcutsOn}
            onCheckedChange={(on) => changePreferences({ areShortcutsOn: on })}
          >
            {t('shortcuts.on')}
            <DropdownMenu.ItemIndicator className="mark">
              <Icon of={Check} size="s" />
            </DropdownMenu.ItemIndicator>
          </DropdownMenu.CheckboxItem>
          <div className="menu-line" />
          <DropdownMenu.Item className="menu-item" asChild>
            <a href="/api/docs">{t('user.api')}</a>
          </DropdownMenu.Item>
          <DropdownMenu.Item className="menu-item" onSelect={() => void leave()}>
            {t('user.signOut')}
          </DropdownMenu.Item>
          <div className="menu-title">{t('user.version', { version: session.serverVersion })}</div>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function Choices({
  title,
  value,
  options,
  onChoose,
}: {
  title: string;
  value: string;
  options: readonly (readonly [string, string])[];
  onChoose: (value: string) => void;
}) {
  return (
    <DropdownMenu.RadioGroup value={value} onValueChange={onChoose} aria-label={title}>
      <div className="menu-title">{title}</div>
      {options.map(([key, name]) => (
        <DropdownMenu.RadioItem
          key={key}
          value={key}
          className="menu-item"
          onSelect={(event) => event.preventDefault()}
        >
          {name}
          <DropdownMenu.ItemIndicator className="mark">
            <Icon of={Check} size="s" />
          </DropdownMenu.ItemIndicator>
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  );
}
