import { Link } from '@tanstack/react-router';
import { Check, CheckCheck, CircleDot, TriangleAlert, UserRound } from 'lucide-react';
import { useState } from 'react';
import type { FamilyChange, FamilyDetail } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { personOf } from '../../../model/failures/family';
import { Icon } from '../../../ui/icons';
import { Time } from '../../../ui/time';

const FEW = 4;
const ICONS = {
  CREATED: TriangleAlert,
  KNOWN: Check,
  RESOLVED: CheckCheck,
  REOPENED: CircleDot,
  ASSIGNED: UserRound,
} as const;

/** What happened to the family, newest first. */
export function History({ detail }: { detail: FamilyDetail }) {
  const { t } = useText();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? detail.history : detail.history.slice(0, FEW);
  const hidden = detail.history.length - shown.length;
  return (
    <section className="panel family-panel">
      <h3>{t('failures.history')}</h3>
      <ol className="family-history">
        {shown.map((change) => (
          <Change key={`${change.at} ${change.kind}`} change={change} />
        ))}
      </ol>
      {hidden > 0 && (
        <button type="button" className="btn ghost small" onClick={() => setWhole(true)}>
          {t('failures.olderChanges', { count: hidden })}
        </button>
      )}
    </section>
  );
}

function Change({ change }: { change: FamilyChange }) {
  const { t } = useText();
  const by = change.by ? personOf(change.by) : null;
  const kind =
    change.kind === 'REOPENED' && by === null
      ? 'CAME_BACK'
      : change.kind === 'ASSIGNED' && !change.assignee
        ? 'UNASSIGNED'
        : change.kind;
  const text = t(`failures.change.${kind}`, {
    by: by ?? '',
    assignee: change.assignee ?? '',
  });
  return (
    <li>
      <Icon of={ICONS[change.kind]} size="s" />
      <span className="what">
        {change.execution ? (
          <Link to="/executions/$id" params={{ id: change.execution }}>
            {text}
          </Link>
        ) : (
          text
        )}
        {change.note && (
          <q className="text-muted" dir="auto">
            {change.note}
          </q>
        )}
      </span>
      <span className="when">
        <Time at={change.at} />
      </span>
    </li>
  );
}
