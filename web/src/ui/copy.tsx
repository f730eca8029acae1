import { Copy } from 'lucide-react';
import { useText } from '../i18n/i18n';
import { Icon } from './icons';
import { useToast } from './toast';

/** Copies a text; `what` names it for screen readers and in the confirmation. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const { t } = useText();
  const toast = useToast();
  const copy = () => {
    void navigator.clipboard.writeText(text).then(() => toast(t('copy.done', { what })));
  };
  return (
    <button
      type="button"
      className="icon-btn small"
      title={t('copy.action', { what })}
      aria-label={t('copy.action', { what })}
      onClick={copy}
    >
      <Icon of={Copy} size="xs" />
    </button>
  );
}
