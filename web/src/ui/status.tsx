import {
  Ban,
  Check,
  CircleDashed,
  CircleDot,
  Clock,
  Pause,
  RotateCw,
  SkipForward,
  TimerOff,
  Undo2,
} from 'lucide-react';
import { useText } from '../i18n/i18n';
import type { Status as StatusCode } from '../model/run/status';
import { Icon } from './icons';

const ICONS = {
  PENDING: CircleDashed,
  RUNNING: CircleDot,
  WAITING: Clock,
  PAUSED: Pause,
  SUCCEEDED: Check,
  TIMED_OUT: TimerOff,
  CANCELLED: Ban,
  SKIPPED: SkipForward,
  ROLLED_BACK: Undo2,
  COMPENSATED: RotateCw,
} as const;

/** The only filled status icon, so that failures are found first, also in greyscale. */
function FailedIcon() {
  return (
    <svg viewBox="0 0 16 16" className="icon s" aria-hidden>
      <circle cx="8" cy="8" r="7" fill="var(--bad-mark)" />
      <path
        d="m5.5 5.5 5 5m0-5-5 5"
        stroke="var(--surface)"
        strokeWidth="1.6"
        strokeLinecap="round"
      />
    </svg>
  );
}

export function StatusIcon({ status }: { status: StatusCode }) {
  return status === 'FAILED' ? <FailedIcon /> : <Icon of={ICONS[status]} size="s" />;
}

/** A status as icon, word and colour; `iconOnly` keeps the word for screen readers. */
export function Status({
  status,
  badge = false,
  iconOnly = false,
}: {
  status: StatusCode;
  badge?: boolean;
  iconOnly?: boolean;
}) {
  const { t } = useText();
  const word = t(`status.${status}`);
  return (
    <span
      className={`status ${status.toLowerCase()} ${badge ? 'badge' : ''}`}
      title={iconOnly ? word : undefined}
    >
      <span className={status === 'RUNNING' ? 'pulse' : ''}>
        <StatusIcon status={status} />
      </span>
      <span className={iconOnly ? 'sr-only' : ''}>{word}</span>
    </span>
  );
}
