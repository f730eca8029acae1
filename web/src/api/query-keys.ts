/** Keys of the query cache; they mirror the paths of the API. */
export const queryKeys = {
  session: ['session'] as const,
  limits: ['limits'] as const,
  keys: ['keys'] as const,
  jobs: ['jobs'] as const,
  audit: (filter: object) => ['audit', filter] as const,
  flows: (filter?: object) => (filter ? (['flows', filter] as const) : (['flows'] as const)),
  flowActivity: (codes?: readonly string[]) =>
    codes ? (['flowActivity', codes] as const) : (['flowActivity'] as const),
  flowNames: ['flow-names'] as const,
  flowSummary: ['flows', 'summary'] as const,
  // Dry runs are audited: their roots are none that change with events.
  flowsDryRun: (action: string, codes: readonly string[], tags: readonly string[]) =>
    ['flows-dry-run', action, codes, tags] as const,
  importDryRun: (bundle: object | null) => ['import-dry-run', bundle] as const,
  flow: (code: string) => ['flow', code] as const,
  flowStats: (code: string, version: number | null) => ['flow', code, 'stats', version] as const,
  dependents: (code: string) => ['flow', code, 'dependents'] as const,
  versions: (code: string) => ['flow', code, 'versions'] as const,
  version: (code: string, number: number) => ['flow', code, 'versions', number] as const,
  diff: (code: string, from: string, to: string) => ['flow', code, 'diff', from, to] as const,
  executions: () => ['executions'] as const,
  executionPage: (filter: object, order: object, readAt: number, after: string) =>
    ['executions', filter, order, readAt, after] as const,
  newExecutions: (filter?: object, readAt?: number) =>
    filter ? (['executions-new', filter, readAt] as const) : (['executions-new'] as const),
  histogram: (filter?: object, readAt?: number) =>
    filter ? (['histogram', filter, readAt] as const) : (['histogram'] as const),
  views: (page: string) => ['views', page] as const,
  preferences: ['preferences'] as const,
  job: (id: string) => ['job', id] as const,
  execution: (id: string) => ['execution', id] as const,
  steps: (id: string) => ['execution', id, 'steps'] as const,
  outline: (id: string) => ['execution', id, 'outline'] as const,
  step: (id: string, step: string, at: number | null) =>
    ['execution', id, 'step', step, at] as const,
  state: (id: string, at: number) => ['execution', id, 'state', at] as const,
  lastSuccess: (flow: string, state: string) => ['last-success', flow, state] as const,
  children: (id: string) => ['children', id] as const,
  effects: (id: string) => ['execution', id, 'effects'] as const,
  preview: (id: string, action: object) => ['execution', id, 'preview', action] as const,
  bindings: ['triggers', 'bindings'] as const,
  webhooks: ['triggers', 'webhooks'] as const,
  rejected: (filter?: object) =>
    filter ? (['triggers', 'rejected', filter] as const) : (['triggers', 'rejected'] as const),
  triggerFlows: ['triggers', 'flows'] as const,
  triggerOf: (flow: string) => ['triggers', 'of', flow] as const,
  triggerStarts: (flow: string) => ['triggers', 'starts', flow] as const,
  trial: (what: object) => ['triggers', 'trial', what] as const,
  connections: ['connections'] as const,
  breakers: ['connections', 'breakers'] as const,
  secrets: ['secrets'] as const,
  stats: (period?: string) =>
    period ? (['stats', 'over', period] as const) : (['stats'] as const),
  stateStats: (period: string) => ['stats', 'states', period] as const,
  work: ['stats', 'now'] as const,
  nodes: ['nodes'] as const,
  handlers: ['handlers'] as const,
  handlerUses: ['handlers', 'uses'] as const,
  failures: (filter?: object) =>
    filter ? (['failures', 'list', filter] as const) : (['failures'] as const),
  failureCounts: ['failures', 'counts'] as const,
  family: (id: string, since: string) => ['failures', 'family', id, since] as const,
  familyOf: (execution: string) => ['failures', 'of', execution] as const,
  explanation: (id: string) => ['execution', id, 'explain'] as const,
};
