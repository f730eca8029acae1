import { useSyncExternalStore } from 'react';

/** An execution that was opened, as a tab beside the pages of its flow. */
export interface DebugTab {
  flow: string;
  id: string;
  name: string;
}

const KEY = 'pawl.debugTabs';
const MAX_TABS = 12;
const listeners = new Set<() => void>();
let known: { text: string; tabs: readonly DebugTab[] } = { text: '[]', tabs: [] };

function isTab(value: unknown): value is DebugTab {
  const tab = value as Partial<Record<keyof DebugTab, unknown>> | null;
  return [tab?.flow, tab?.id, tab?.name].every((one) => typeof one === 'string');
}

/** Returns the tabs of this window; the same list until they change. */
function read(): readonly DebugTab[] {
  const text = sessionStorage.getItem(KEY) ?? '[]';
  if (text === known.text) return known.tabs;
  let tabs: readonly DebugTab[] = [];
  try {
    const value: unknown = JSON.parse(text);
    tabs = Array.isArray(value) ? value.filter(isTab) : [];
  } catch {
    // What another version of the console stored is forgotten.
  }
  known = { text, tabs };
  return tabs;
}

function write(tabs: readonly DebugTab[]): void {
  sessionStorage.setItem(KEY, JSON.stringify(tabs.slice(-MAX_TABS)));
  for (const listener of listeners) listener();
}

/** Keeps an execution as a tab; the oldest tabs are closed. */
export function openDebugTab(tab: DebugTab): void {
  const tabs = read();
  const before = tabs.find((one) => one.id === tab.id);
  if (before?.name === tab.name) return;
  write(before ? tabs.map((one) => (one.id === tab.id ? tab : one)) : [...tabs, tab]);
}

export function closeDebugTab(id: string): void {
  write(read().filter((tab) => tab.id !== id));
}

/** Returns the tabs of all flows. */
export function useDebugTabs(): readonly DebugTab[] {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, read);
}
