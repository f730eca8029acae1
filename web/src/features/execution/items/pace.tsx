import { useText } from '../../../i18n/i18n';
import type { RunView } from '../use-run-view';

const MINUTE = 60_000;

/** How fast items end, and how long the others will take. */
export function Pace({
  view,
  done,
  all,
  step,
}: {
  view: RunView;
  done: number;
  all: number;
  step: number;
}) {
  const { t, locale } = useText();
  const { shown, moment } = view;
  if (moment !== null || !shown.isOpen(step) || done < 2) return null;
  const minutes = (shown.at - shown.startOf(step)) / MINUTE;
  if (minutes <= 0) return null;
  const pace = done / minutes;
  return (
    <span className="ml-auto">
      {t('items.pace', {
        count: Math.round(pace).toLocaleString(locale),
        left: Math.max(1, Math.round((all - done) / pace)),
      })}
    </span>
  );
}
