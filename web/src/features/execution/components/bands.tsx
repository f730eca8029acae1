import { useQuery } from '@tanstack/react-query';
import { Clock, TriangleAlert } from 'lucide-react';
import type { Execution } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { Icon } from '../../../ui/icons';
import { Time } from '../../../ui/time';
import { explanationQuery } from '../queries';
import { Alike } from './alike';

const MAX_REASONS = 4;
const REFRESH_MS = 5_000;

/** The cause of a failure, on the first screen. */
export function ErrorBand({ execution }: { execution: Execution }) {
  return (
    <div className="run-band bad" role="alert">
      <Icon of={TriangleAlert} />
      <span className="run-cause clip" title={execution.cause ?? undefined}>
        <code className="mono font-semibold text-bad">{execution.error}</code>&ensp;
        {execution.cause}
      </span>
      <Alike execution={execution} />
    </div>
  );
}

/** Why an execution does not proceed, and what would release it. */
export function ExplainBand({ id }: { id: string }) {
  const { t } = useText();
  const explanation = useQuery({ ...explanationQuery(id), refetchInterval: REFRESH_MS });
  const reasons = explanation.data?.reasons ?? [];
  if (reasons.length === 0) return null;
  return (
    <div className="run-band warn" role="status">
      {reasons.slice(0, MAX_REASONS).map((reason) => (
        <div key={`${reason.kind}${reason.step ?? ''}`} className="flex items-center gap-3 min-w-0">
          <Icon of={Clock} />
          {reason.state && <b className="font-semibold">{reason.state}</b>}
          <span className="clip" title={reason.what}>
            {reason.what}
          </span>
          {reason.since && (
            <span className="label">
              {t('explain.since')} <Time at={reason.since} />
            </span>
          )}
          {reason.until && (
            <span className="label">
              {t('explain.until')} <Time at={reason.until} />
            </span>
          )}
          <span className="ml-auto text-muted clip" title={reason.release}>
            {t('explain.release')} {reason.release}
          </span>
        </div>
      ))}
      {reasons.length > MAX_REASONS && (
        <p className="label">{t('explain.more', { count: reasons.length - MAX_REASONS })}</p>
      )}
    </div>
  );
}
