import type { ErrorComponentProps } from '@tanstack/react-router';
import { useText } from '../i18n/i18n';
import { ErrorState } from '../ui/states';

/**
 * Replaces a page that failed. Loading it anew also helps where a file of the console is gone since
 * the server was upgraded.
 */
export function PageError({ error }: ErrorComponentProps) {
  const { t } = useText();
  return <ErrorState title={t('page.failed')} error={error} onRetry={() => location.reload()} />;
}
