import { Link } from '@tanstack/react-router';
import { useText } from '../i18n/i18n';
import { EmptyState } from '../ui/states';
import { useTitle } from '../ui/title';

export function NotFoundPage() {
  const { t } = useText();
  useTitle(t('notFound.title'));
  return (
    <EmptyState title={t('notFound.title')}>
      <p>{t('notFound.advice')}</p>
      <Link to="/executions" className="btn">
        {t('notFound.executions')}
      </Link>
    </EmptyState>
  );
}
