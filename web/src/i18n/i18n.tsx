import { i18n } from '@lingui/core';
import { useLingui } from '@lingui/react';
import { useCallback } from 'react';

/** The languages of the console; `pseudo` makes hard-coded and truncated texts visible. */
export const LANGUAGES = {
  en: 'English',
  'pt-BR': 'Português (Brasil)',
  'zh-CN': '简体中文',
} as const;
export type Language = keyof typeof LANGUAGES | 'pseudo';

export type Values = Record<string, unknown>;
export type Text = (id: string, values?: Values) => string;

const catalogues: Record<Language, () => Promise<{ messages: Record<string, string> }>> = {
  en: () => import('./en.po'),
  'pt-BR': () => import('./pt-BR.po'),
  'zh-CN': () => import('./zh-CN.po'),
  pseudo: async () => {
    const { messages } = await import('./en.po');
    const entries = Object.entries(messages).map(([id, message]) => [id, pseudo(message)]);
    return { messages: Object.fromEntries(entries) as Record<string, string> };
  },
};

/** Accents the letters of a compiled message and makes it longer; placeholders stay. */
export function pseudo<T>(message: T): T {
  const accent = (text: string) =>
    `[${text.replace(/[aeiou]/g, (vowel) => 'äëïöü'['aeiou'.indexOf(vowel)] ?? vowel)}··]`;
  if (typeof message === 'string') return accent(message) as T;
  if (!Array.isArray(message)) return message;
  // A part is a text, a value such as ['name'], or a choice such as ['count', 'plural', { one: [...] }].
  return message.map((part: unknown) => {
    if (typeof part === 'string') return accent(part);
    if (!Array.isArray(part) || typeof part[2] !== 'object' || part[2] === null) return part;
    const [name, kind, options] = part as [string, string, Record<string, unknown>];
    const accented = Object.entries(options).map(([key, option]) => [
      key,
      key === 'offset' ? option : pseudo(option),
    ]);
    return [name, kind, Object.fromEntries(accented) as Record<string, unknown>];
  }) as T;
}

export async function loadLanguage(language: Language): Promise<void> {
  const { messages } = await catalogues[language]();
  const locale = language === 'pseudo' ? 'en' : language;
  i18n.loadAndActivate({ locale, messages });
  document.documentElement.lang = locale;
}

export function preferredLanguage(): Language {
  const wanted = navigator.language;
  if (wanted.startsWith('pt')) return 'pt-BR';
  return wanted.startsWith('zh') ? 'zh-CN' : 'en';
}

const DIRECTION = /[\u200E\u200F\u202A-\u202E\u2066-\u2069]/;

/** Encloses a name that changes the direction of writing, so that the words after it keep theirs. */
function isolated(value: unknown): unknown {
  return typeof value === 'string' && DIRECTION.test(value) ? `\u2068${value}\u2069` : value;
}

/** Returns the function that translates message ids, and the locale for numbers and dates. */
export function useText(): { t: Text; locale: string } {
  const { i18n: active } = useLingui();
  const t = useCallback<Text>(
    (id, values) => {
      const safe = values && Object.entries(values).map(([name, value]) => [name, isolated(value)]);
      return active._(id, safe && (Object.fromEntries(safe) as Values));
    },
    [active],
  );
  return { t, locale: active.locale };
}
