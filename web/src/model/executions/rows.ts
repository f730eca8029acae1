import { hasEnded, type Status } from '../run/status';

/** What is known of an execution in a list, as far as events change it. */
export interface Row {
  id: string;
  status: Status;
  endedAt?: string | null;
  progress?: { seq: number; updatedAt: string } | null;
}

/** An event: a fact with the status that the execution has by now. */
export interface RowEvent {
  execution: string;
  seq: number;
  at: string;
  status: Status;
}

/**
 * Returns the row after an event. An event that is not newer than the row changes nothing, nor does
 * one after the end: what has ended stays as it is.
 */
export function applyEvent<T extends Row>(row: T, event: RowEvent): T {
  if (event.execution !== row.id || event.seq <= (row.progress?.seq ?? 0) || row.endedAt)
    return row;
  return {
    ...row,
    status: event.status,
    ...(hasEnded(event.status) ? { endedAt: event.at } : {}),
    progress: { ...row.progress, seq: event.seq, updatedAt: event.at },
  };
}

/** Returns the newer of two states of a row, so that a slow response changes nothing back. */
export function newerRow<T extends Row>(known: T, read: T): T {
  if (known.endedAt && !read.endedAt) return known;
  return (read.progress?.seq ?? 0) < (known.progress?.seq ?? 0) ? known : read;
}

const MAX_REMEMBERED = 5_000;

/**
 * The latest event of each execution, so that a response that was read before it, but arrives after
 * it, is brought up to date.
 */
export class LatestEvents {
  private readonly events = new Map<string, RowEvent>();

  add(event: RowEvent): void {
    const known = this.events.get(event.execution);
    if (known && known.seq >= event.seq) return;
    this.events.delete(event.execution);
    this.events.set(event.execution, event);
    if (this.events.size > MAX_REMEMBERED) {
      const oldest = this.events.keys().next();
      if (!oldest.done) this.events.delete(oldest.value);
    }
  }

  update<T extends Row>(rows: readonly T[]): T[] {
    return rows.map((row) => {
      const event = this.events.get(row.id);
      return event ? applyEvent(row, event) : row;
    });
  }
}
