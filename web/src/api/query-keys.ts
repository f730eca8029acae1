/** Keys of the query cache; they mirror the paths of the API. */
export const queryKeys = {
  session: ['session'] as const,
  flows: (filter?: object) => (filter ? (['flows', filter] as const) : (['flows'] as const)),
  flowActivity: (codes?: readonly string[]) =>
    codes ? (['flowActivity', codes] as const) : (['flowActivity'] as const),
  flowSummary: ['flows', 'summary'] as const,
  flow: (code: string) => ['flow', code] as const,
  flowStats: (code: string, version: number | null) => ['flow', code, 'stats', version] as const,
  dependents: (code: string) => ['flow', code, 'dependents'] as const,
  versions: (code: string) => ['flow', code, 'versions'] as const,
  version: (code: string, number: number) => ['flow', code, 'versions', number] as const,
  diff: (code: string, from: string, to: string) => ['flow', code, 'diff', from, to] as const,
  executions: (filter?: object) =>
    filter ? (['executions', filter] as const) : (['executions'] as const),
  execution: (id: string) => ['execution', id] as const,
  steps: (id: string) => ['execution', id, 'steps'] as const,
  effects: (id: string) => ['execution', id, 'effects'] as const,
  preview: (id: string, action: object) => ['execution', id, 'preview', action] as const,
  explanation: (id: string) => ['execution', id, 'explain'] as const,
};
