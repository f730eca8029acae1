import type { Action } from './actions';

/** Why an execution does not proceed, as the server says it. */
export interface Hold {
  kind: string;
  what: string;
  step?: string | null;
  state?: string | null;
  since?: string | null;
  until?: string | null;
  release: string;
  subject?: string | null;
  executions: readonly string[];
}

/** Something that releases an execution: an action with a sheet, or a page where it can be done. */
export type Release =
  | { kind: 'action'; act: Action; step?: string; on?: string }
  | { kind: 'execution'; id: string }
  | { kind: 'limits' }
  | { kind: 'nodes' }
  | { kind: 'connections' };

/** Kinds that the engine ends by itself soon; the others need someone. */
const MOVING: ReadonlySet<string> = new Set(['at-work', 'worker', 'queued']);

/** Returns true if work is being done, so that nothing has to be released. */
export function isMoving(hold: Hold): boolean {
  return MOVING.has(hold.kind);
}

/** Returns what releases an execution from a hold, the most useful first. */
export function releasesOf(hold: Hold): Release[] {
  const step = hold.step ?? undefined;
  const on = hold.subject ?? undefined;
  const act = (name: Action, more: { step?: string | undefined; on?: string | undefined } = {}) =>
    ({
      kind: 'action',
      act: name,
      ...(more.step === undefined ? {} : { step: more.step }),
      ...(more.on === undefined ? {} : { on: more.on }),
    }) satisfies Release;
  const skip: Release[] = step === undefined ? [] : [act('skip', { step })];
  switch (hold.kind) {
    case 'incident':
    case 'paused':
      return [act('resume')];
    case 'tenant-paused':
      return [act('resumeAll')];
    case 'node-gone':
    case 'queued':
      return [{ kind: 'nodes' }];
    case 'limit':
      return [{ kind: 'limits' }, ...executionsOf(hold)];
    case 'child':
      return [...executionsOf(hold), ...skip];
    case 'breaker':
      return on === undefined ? skip : [act('closeBreaker', { on }), { kind: 'connections' }];
    case 'event':
      return on === undefined ? skip : [act('signal', { on }), ...skip];
    case 'person':
      return step === undefined ? [] : [act('decide', { step }), ...skip];
    default:
      return skip;
  }
}

const MAX_EXECUTIONS = 3;

function executionsOf(hold: Hold): Release[] {
  return hold.executions.slice(0, MAX_EXECUTIONS).map((id) => ({ kind: 'execution', id }));
}

/** Holds of the same kind at the same state, such as those of many items. */
export interface HoldGroup {
  first: Hold;
  count: number;
}

/** Returns the holds with those of the same kind and state together, those that need someone first. */
export function groupHolds(holds: readonly Hold[]): HoldGroup[] {
  const groups = new Map<string, HoldGroup>();
  for (const hold of holds) {
    const key = `${hold.kind}\n${hold.state ?? ''}\n${hold.subject ?? ''}`;
    const known = groups.get(key);
    if (known) known.count++;
    else groups.set(key, { first: hold, count: 1 });
  }
  const all = [...groups.values()];
  return [
    ...all.filter(({ first }) => !isMoving(first)),
    ...all.filter(({ first }) => isMoving(first)),
  ];
}
