import { Link, useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../../i18n/i18n';
import { Icon } from '../../../ui/icons';
import { EmptyState } from '../../../ui/states';

export function ExecutionNotFound({ id }: { id: string }) {
  const { t } = useText();
  const navigate = useNavigate();
  const [text, setText] = useState(id);
  return (
    <EmptyState title={t('execution.notFound', { id })}>
      <p>{t('execution.notFoundAdvice')}</p>
      <form
        role="search"
        className="field-box w-full"
        onSubmit={(event) => {
          event.preventDefault();
          void navigate({ to: '/executions', search: { key: text } });
        }}
      >
        <Icon of={Search} size="s" />
        <input
          aria-label={t('filter.label.search')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </form>
      <Link to="/executions" className="btn">
        {t('notFound.executions')}
      </Link>
    </EmptyState>
  );
}
