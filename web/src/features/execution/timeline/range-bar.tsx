import { useNavigate } from '@tanstack/react-router';
import { X, ZoomIn } from 'lucide-react';
import { useText } from '../../../i18n/i18n';
import { formatDuration } from '../../../model/time/duration';
import { Icon } from '../../../ui/icons';
import type { RunView } from '../use-run-view';
import { parseRange } from './range';
import type { TimeWindow } from './use-window';

/** What happened in the selected time range, and what can be done with it. */
export function RangeBar({
  view,
  window,
  range,
  now,
}: {
  view: RunView;
  window: TimeWindow;
  range: string | undefined;
  now: number;
}) {
  const { t } = useText();
  const navigate = useNavigate({ from: '/executions/$id' });
  const interval = parseRange(range);
  if (!interval) return null;
  const { end } = view;
  let count = 0;
  for (let step = 0; step < end.stepCount; step++)
    if (end.startOf(step) <= interval.end && (end.endOf(step) ?? now) >= interval.start) count++;
  return (
    <div className="tl-range" role="status">
      <b className="font-semibold">{formatDuration(interval.end - interval.start)}</b>
      <span>{t('timeline.inRange', { count })}</span>
      <button type="button" className="btn small" onClick={() => window.show(interval)}>
        <Icon of={ZoomIn} size="s" /> {t('timeline.zoomToRange')}
      </button>
      <button
        type="button"
        className="icon-btn small"
        aria-label={t('timeline.clearRange')}
        title={t('timeline.clearRange')}
        onClick={() =>
          void navigate({ search: (before) => ({ ...before, range: undefined }), replace: true })
        }
      >
        <Icon of={X} size="s" />
      </button>
    </div>
  );
}
