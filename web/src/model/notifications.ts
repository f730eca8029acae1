/** A family of failures, as far as notifications need it. */
export interface NotifyingFamily {
  id: string;
  flowName: string;
  state: string;
  error: string;
  status: string;
  count: number;
  statusAt: string;
  last: { at: string; execution: string };
}

/** A failure that people should know of. */
export interface Notification {
  id: string;
  /** True if a resolved failure came back. */
  isReopened: boolean;
  error: string;
  /** The flow, and the state if it is known. */
  place: string;
  count: number;
  /** When it appeared or came back. */
  at: string;
  /** The execution that failed last. */
  execution: string;
  isUnread: boolean;
}

/** Returns notifications, newest first; those that appeared after the marker are unread. */
export function notificationsOf(
  families: readonly NotifyingFamily[],
  readUntil: string | null,
): Notification[] {
  const until = readUntil === null ? Number.NEGATIVE_INFINITY : Date.parse(readUntil);
  return families
    .map((family) => ({
      id: family.id,
      isReopened: family.status === 'REOPENED',
      error: family.error,
      place: family.state === '' ? family.flowName : `${family.flowName} / ${family.state}`,
      count: family.count,
      at: family.statusAt,
      execution: family.last.execution,
      isUnread: Date.parse(family.statusAt) > until,
    }))
    .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
}

/** Returns the marker that makes all notifications read; null if none is unread. */
export function readMarker(notifications: readonly Notification[]): string | null {
  return notifications.find((one) => one.isUnread)?.at ?? null;
}

/** Reads the marker of a preference; other values count as none. */
export function markerOf(value: unknown): string | null {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : null;
}
