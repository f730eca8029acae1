import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import type { Execution } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { visible } from '../../../model/text';
import { Icon } from '../../../ui/icons';

/** The step detail has the whole cause. */
const MAX_TITLE = 2_000;

/** The cause of a failure, on the first screen. */
export function ErrorBand({ execution }: { execution: Execution }) {
  const { t } = useText();
  return (
    <div className="run-band bad" role="alert">
      <Icon of={TriangleAlert} />
      <span className="min-w-0 clip" title={visible(execution.cause ?? '').slice(0, MAX_TITLE)}>
        <code className="mono font-semibold text-bad">{visible(execution.error ?? '')}</code>&ensp;
        {visible(execution.cause ?? '').slice(0, MAX_TITLE)}
      </span>
      <Link
        to="/executions"
        search={{ flow: execution.flow, error: execution.error ?? '' }}
        className="btn small ml-auto"
      >
        {t('execution.alike')}
      </Link>
    </div>
  );
}
