import { Copy } from 'lucide-react';
import { useText } from '../i18n/i18n';
import { Icon } from './icons';
import { useToast } from './toast';

/** Returns a function that copies a text and confirms it; `what` names the text. */
export function useCopy(): (text: string, what: string) => void {
  const { t } = useText();
  const toast = useToast();
  return (text, what) =>
    void writeToClipboard(text).then((isCopied) =>
      toast(t(isCopied ? 'copy.done' : 'copy.failed', { what })),
    );
}

/** Browsers have a clipboard object only on https and loopback; the old command works elsewhere. */
async function writeToClipboard(text: string): Promise<boolean> {
  if ('clipboard' in navigator) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  }
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'sr-only';
  (focused?.parentElement ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}

/** Copies a text; `what` names it for screen readers and in the confirmation. */
export function CopyButton({ text, what }: { text: string | (() => string); what: string }) {
  const { t } = useText();
  const copy = useCopy();
  return (
    <button
      type="button"
      className="icon-btn small"
      title={t('copy.action', { what })}
      aria-label={t('copy.action', { what })}
      onClick={() => copy(typeof text === 'string' ? text : text(), what)}
    >
      <Icon of={Copy} size="xs" />
    </button>
  );
}
