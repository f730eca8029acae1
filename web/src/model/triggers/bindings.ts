/** What the console knows of a binding; the fields of the API. */
export interface BindingLike {
  id: string;
  event: string;
  flow: string;
  clientId?: string | null;
  lobId?: string | null;
  productId?: string | null;
  priority: number;
  exclusive: boolean;
  enabled: boolean;
  filter?: string | null;
  createdAt: string;
  starts?: { count: number; lowerBound: boolean; lastAt?: string | null } | null;
}

export interface EventGroup<B extends BindingLike> {
  event: string;
  bindings: B[];
  starts: number;
  isLowerBound: boolean;
}

export const SCOPE_FIELDS = ['clientId', 'lobId', 'productId'] as const;
export type ScopeField = (typeof SCOPE_FIELDS)[number];

/** Returns the ids to which a binding is limited. */
export function scopeOf(binding: BindingLike): { field: ScopeField; value: string }[] {
  return SCOPE_FIELDS.flatMap((field) => {
    const value = binding[field];
    return value === null || value === undefined ? [] : [{ field, value }];
  });
}

/** Ids decide in this order between bindings with the same number of them. */
const WEIGHT: Record<ScopeField, number> = { clientId: 4, productId: 2, lobId: 1 };

/** The order of turns: the same as that of the server. */
export function compareTurns(one: BindingLike, other: BindingLike): number {
  const [a, b] = [scopeOf(one), scopeOf(other)];
  const weight = (scope: typeof a) => scope.reduce((sum, { field }) => sum + WEIGHT[field], 0);
  return (
    other.priority - one.priority ||
    b.length - a.length ||
    weight(b) - weight(a) ||
    one.createdAt.localeCompare(other.createdAt)
  );
}

/** Returns bindings by event, in the order of their turns. */
export function groupByEvent<B extends BindingLike>(bindings: readonly B[]): EventGroup<B>[] {
  const groups = new Map<string, B[]>();
  for (const binding of bindings) {
    const group = groups.get(binding.event);
    if (group) group.push(binding);
    else groups.set(binding.event, [binding]);
  }
  return [...groups]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([event, members]) => ({
      event,
      bindings: members.toSorted(compareTurns),
      starts: members.reduce((sum, one) => sum + (one.starts?.count ?? 0), 0),
      isLowerBound: members.some((one) => one.starts?.lowerBound),
    }));
}

/** Returns true if all words occur in what the list shows of a binding. */
export function isFound(binding: BindingLike, flowName: string, words: string): boolean {
  const text = [
    binding.event,
    binding.flow,
    flowName,
    binding.filter ?? '',
    ...scopeOf(binding).map(({ value }) => value),
  ]
    .join(' ')
    .toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Returns the bindings of the same events that have no turn after an exclusive one. */
export function afterExclusive<B extends BindingLike>(binding: B, all: readonly B[]): B[] {
  if (!binding.exclusive) return [];
  return all.filter(
    (one) => one.id !== binding.id && one.event === binding.event && compareTurns(binding, one) < 0,
  );
}

/** An event that the binding matches, with the names of its filter, as a begin for a trial. */
export function exampleEvent(binding: BindingLike): Record<string, unknown> {
  const payload: Record<string, unknown> = {};
  for (const [, name = ''] of (binding.filter ?? '').matchAll(/\bpayload\.([A-Za-z_]\w*)/g))
    payload[name] ??= null;
  return {
    type: binding.event.replace(/\.\*$/, '.example'),
    ...Object.fromEntries(scopeOf(binding).map(({ field, value }) => [field, value])),
    aggregateId: 'A-1',
    payload,
  };
}
