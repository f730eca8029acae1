import type { Webhook } from '../../../api/types';
import { useText } from '../../../i18n/i18n';

/** How a sender shows who it is. */
export function SenderCheck({ webhook }: { webhook: Webhook }) {
  const { t } = useText();
  return webhook.authentication === 'WEBHOOK_SECRET'
    ? t('triggers.signed', { style: t(`triggers.style.${webhook.style ?? 'standard'}`) })
    : t(`triggers.authentication.${webhook.authentication}`);
}
