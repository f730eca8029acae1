import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import type { Rejected } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { Icon } from '../../../ui/icons';
import { Time } from '../../../ui/time';

/** The newest rejected events first. */
export function RejectedTable({
  rows,
  nameOf,
  selected,
}: {
  rows: readonly Rejected[];
  nameOf: (flow: string) => string;
  selected: string | undefined;
}) {
  const { t } = useText();
  return (
    <div
      className="trigger-scroll"
      role="region"
      aria-label={t('triggers.tab.rejected')}
      tabIndex={0}
    >
      <table className="trigger-table rejected">
        <thead>
          <tr>
            <th scope="col">{t('triggers.field.event')}</th>
            <th scope="col">{t('triggers.field.flow')}</th>
            <th scope="col">{t('triggers.column.reason')}</th>
            <th scope="col" className="wide-only">
              {t('triggers.column.message')}
            </th>
            <th scope="col" className="num age">
              {t('triggers.column.age')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((fire) => (
            <tr key={fire.id} className={`row ${fire.id === selected ? 'selected' : ''}`}>
              <td>
                <Link
                  to="/triggers/$kind"
                  params={{ kind: 'rejected' }}
                  search={(before) => ({ ...before, show: fire.id, act: undefined })}
                  replace
                  className="row-open mono clip"
                  aria-current={fire.id === selected ? 'true' : undefined}
                  title={fire.eventId}
                >
                  {fire.event}
                </Link>
              </td>
              <td>
                <span className="flex items-center gap-2 min-w-0">
                  <Icon of={ArrowRight} size="s" />
                  <span className="clip" title={fire.flow}>
                    {nameOf(fire.flow)}
                  </span>
                </span>
              </td>
              <td className="clip text-bad">{t(`triggers.reason.${fire.reason}`)}</td>
              <td className="wide-only clip text-muted" title={fire.message}>
                {fire.message}
              </td>
              <td className="num age text-muted">
                <Time at={fire.at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
