import { useSyncExternalStore } from 'react';
import { loadLanguage, preferredLanguage, type Language } from '../i18n/i18n';

export const THEMES = ['system', 'light', 'dark', 'contrast'] as const;
export type Theme = (typeof THEMES)[number];

/** What a user chose in this browser. */
export interface Preferences {
  theme: Theme;
  language: Language;
  isNavigationNarrow: boolean;
  areShortcutsOn: boolean;
}

const KEY = 'pawl.preferences';
const listeners = new Set<() => void>();
let current = read();

function read(): Preferences {
  const initial: Preferences = {
    theme: 'system',
    language: preferredLanguage(),
    isNavigationNarrow: false,
    areShortcutsOn: true,
  };
  try {
    return {
      ...initial,
      ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Preferences>),
    };
  } catch {
    return initial;
  }
}

const darkMode = matchMedia('(prefers-color-scheme: dark)');
const moreContrast = matchMedia('(prefers-contrast: more)');

/** Shows the chosen theme; `system` follows the settings of the operating system. */
function applyTheme(): void {
  document.documentElement.dataset['shortcuts'] = current.areShortcutsOn ? 'on' : 'off';
  const system = moreContrast.matches ? 'contrast' : darkMode.matches ? 'dark' : 'light';
  document.documentElement.dataset['theme'] = current.theme === 'system' ? system : current.theme;
}

export async function applyPreferences(): Promise<void> {
  applyTheme();
  darkMode.addEventListener('change', applyTheme);
  moreContrast.addEventListener('change', applyTheme);
  await loadLanguage(current.language);
}

export function changePreferences(change: Partial<Preferences>): void {
  current = { ...current, ...change };
  localStorage.setItem(KEY, JSON.stringify(current));
  applyTheme();
  if (change.language) void loadLanguage(change.language);
  for (const listener of listeners) listener();
}

export function usePreferences(): Preferences {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}
