import {
  ChevronLeft,
  ChevronRight,
  Maximize,
  Minus,
  Pause,
  Play,
  Plus,
  SkipBack,
  SkipForward,
  type LucideIcon,
} from 'lucide-react';
import type { Execution } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { hasEnded } from '../../../model/run/status';
import { Icon } from '../../../ui/icons';
import { Time } from '../../../ui/time';
import { useClock } from '../use-clock';
import type { RunView } from '../use-run-view';
import { Scrubber } from './scrubber';
import type { TimeWindow } from './use-window';

const ZOOM = 1.5;

/** The controls of the timeline: scrubber, legend, critical path and zoom. */
export function TimelineBar({
  execution,
  view,
  window,
  isCritical,
  onCritical,
}: {
  execution: Execution;
  view: RunView;
  window: TimeWindow;
  isCritical: boolean;
  onCritical: () => void;
}) {
  const { t } = useText();
  const clock = useClock(view.run);
  const { travel, run, shown } = view;
  const time = clock(shown.at);
  const step = t('travel.stepOf', { step: travel.step, count: run.stepCount });
  return (
    <div className="tl-bar">
      <div className="tl-controls">
        <Control of={SkipBack} name={t('travel.first')} keys="Home" onClick={travel.first} />
        <Control of={ChevronLeft} name={t('travel.previous')} keys="," onClick={travel.previous} />
        <Control
          of={travel.isPlaying ? Pause : Play}
          name={travel.isPlaying ? t('travel.pause') : t('travel.play')}
          onClick={travel.togglePlaying}
        />
        <Control of={ChevronRight} name={t('travel.next')} keys="." onClick={travel.next} />
        <Control of={SkipForward} name={t('travel.last')} keys="End" onClick={travel.last} />
      </div>
      <div className="tl-rest">
        <Scrubber view={view} text={`${time}, ${step}`} />
        <span className="tl-clock">{run.eventCount > 0 && time}</span>
        <span className="label tl-step">{step}</span>
        <span className="ml-auto" />
        <span className="tl-legend" aria-hidden>
          <span>
            <i className="queued" />
            {t('timeline.queued')}
          </span>
          <span>
            <i className="running" />
            {t('timeline.running')}
          </span>
          <span>
            <i className="waiting" />
            {t('timeline.waiting')}
          </span>
        </span>
        <button
          type="button"
          className="btn ghost small tl-critical"
          aria-pressed={isCritical}
          onClick={onCritical}
        >
          {t('timeline.critical')} <kbd>k</kbd>
        </button>
        <span className="flex">
          <Control
            of={Minus}
            name={t('timeline.zoomOut')}
            keys="-"
            isSmall
            onClick={() => window.zoomBy(1 / ZOOM)}
          />
          <Control
            of={Plus}
            name={t('timeline.zoomIn')}
            keys="+"
            isSmall
            onClick={() => window.zoomBy(ZOOM)}
          />
          <Control of={Maximize} name={t('timeline.fit')} keys="0" isSmall onClick={window.fit} />
        </span>
        <Place execution={execution} view={view} />
      </div>
    </div>
  );
}

/** Where the shown moment is: at the end, live, or so many steps before. */
function Place({ execution, view }: { execution: Execution; view: RunView }) {
  const { t } = useText();
  const later = view.run.stepCount - view.shown.stepCount;
  if (view.moment !== null)
    return (
      <span className="label tl-place">
        {hasEnded(execution.status)
          ? t('travel.later', { count: later })
          : t('travel.new', { count: later })}
      </span>
    );
  if (!hasEnded(execution.status))
    return <span className="tag tl-live tl-place">{t('travel.live')}</span>;
  return (
    <span className="label tl-place">
      {t('travel.ended')} {execution.endedAt && <Time at={execution.endedAt} />}
    </span>
  );
}

function Control({
  of: shape,
  name,
  keys,
  isSmall = false,
  onClick,
}: {
  of: LucideIcon;
  name: string;
  keys?: string;
  isSmall?: boolean;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      className={`icon-btn ${isSmall ? 'small' : ''}`}
      aria-label={name}
      title={keys ? `${name} (${keys})` : name}
      onClick={onClick}
    >
      <Icon of={shape} size={isSmall ? 's' : ''} />
    </button>
  );
}
