import type { ExecutionFilter } from '../model/executions/filter';

/** Searches of URLs: what is given more than once or empty is read as it is meant. */
export const text = (value: unknown): string | undefined =>
  value === undefined || value === null || value === '' ? undefined : String(value);

const texts = (value: unknown): string[] | undefined => {
  const all = (Array.isArray(value) ? value : [value]).map(text).filter((one) => one !== undefined);
  return all.length === 0 ? undefined : all;
};

type Search = Record<string, unknown>;

/** What the list of executions shows; all of it is in the URL. */
export interface ExecutionSearch extends ExecutionFilter {
  sort?: string | undefined;
  /** Columns of a saved view; without it those of the user. */
  cols?: string | undefined;
  /** The execution that is shown beside the list. */
  peek?: string | undefined;
}

export const executionSearch = (search: Search): ExecutionSearch => ({
  flow: text(search['flow']),
  status: texts(search['status']),
  key: text(search['key']),
  label: texts(search['label']),
  error: text(search['error']),
  stepError: text(search['stepError']),
  id: text(search['id']),
  version: text(search['version']),
  trigger: text(search['trigger']),
  took: texts(search['took']),
  since: text(search['since']),
  from: text(search['from']),
  to: text(search['to']),
  test: text(search['test']),
  parent: text(search['parent']),
  family: text(search['family']),
  sort: text(search['sort']),
  cols: text(search['cols']),
  peek: text(search['peek']),
});

/** The filters of the list of flows. */
export interface FlowSearch {
  search?: string | undefined;
  status?: string | undefined;
  type?: string | undefined;
  category?: string | undefined;
  priority?: string | undefined;
  tag?: string | undefined;
  sort?: string | undefined;
}

/** The compared pair, the shown change, and the action that is being confirmed. */
export interface VersionsSearch {
  from?: string | undefined;
  to?: string | undefined;
  change?: string | undefined;
  link?: string | undefined;
  act?: string | undefined;
}

/** A sheet over a page of a flow, and what its graph shows. */
export interface FlowPageSearch {
  run?: string | undefined;
  heat?: string | undefined;
  state?: string | undefined;
}

/** The filters of the triggers, what is shown beside the list, and the sheet that is open. */
export interface TriggerSearch {
  q?: string | undefined;
  flow?: string | undefined;
  reason?: string | undefined;
  show?: string | undefined;
  act?: string | undefined;
  /** The event that is tried, as JSON. */
  event?: string | undefined;
}

/** The filters of the failures, and the sheet over the open family. */
export interface FailureSearch {
  /** The tab: open families if absent. */
  status?: string | undefined;
  flow?: string | undefined;
  version?: string | undefined;
  /** Seven days if absent. */
  since?: string | undefined;
  q?: string | undefined;
  act?: string | undefined;
}

export const failureSearch = (search: Search): FailureSearch => ({
  status: text(search['status']),
  flow: text(search['flow']),
  version: text(search['version']),
  since: text(search['since']),
  q: text(search['q']),
  act: text(search['act']),
});

/** The filters of the audit and the entry that is shown. */
export interface SettingsSearch {
  q?: string | undefined;
  who?: string | undefined;
  what?: string | undefined;
  since?: string | undefined;
  entry?: string | undefined;
}

export const settingsSearch = (search: Search): SettingsSearch => ({
  q: text(search['q']),
  who: text(search['who']),
  what: text(search['what']),
  since: text(search['since']),
  entry: text(search['entry']),
});

export const triggerSearch = (search: Search): TriggerSearch => ({
  q: text(search['q']),
  flow: text(search['flow']),
  reason: text(search['reason']),
  show: text(search['show']),
  act: text(search['act']),
  event:
    typeof search['event'] === 'object' ? JSON.stringify(search['event']) : text(search['event']),
});

export const flowSearch = (search: Search): FlowSearch => ({
  search: text(search['search']),
  status: text(search['status']),
  type: text(search['type']),
  category: text(search['category']),
  priority: text(search['priority']),
  tag: text(search['tag']),
  sort: text(search['sort']),
});

export const flowPageSearch = (search: Search): FlowPageSearch => ({
  run: text(search['run']),
  heat: text(search['heat']),
  state: text(search['state']),
});

export const versionsSearch = (search: Search): VersionsSearch => ({
  from: text(search['from']),
  to: text(search['to']),
  change: text(search['change']),
  link: text(search['link']),
  act: text(search['act']),
});
