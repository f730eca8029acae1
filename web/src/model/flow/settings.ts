/** What people can change about a flow without its definition. */
export interface FlowSettings {
  name: string;
  description: string;
  type: string;
  category: string;
  priority: string;
  tags: readonly string[];
}

const KEYS = ['name', 'description', 'type', 'category', 'priority', 'tags'] as const;

/** Returns the settings of a flow, without its other fields. */
export function settingsOf(flow: FlowSettings): FlowSettings {
  const { name, description, type, category, priority, tags } = flow;
  return { name, description, type, category, priority, tags: [...tags] };
}

/** Returns the fields that differ. */
export function changedSettings(before: FlowSettings, after: FlowSettings): (keyof FlowSettings)[] {
  return KEYS.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
}

/** Returns the tags of a text that separates them by commas or spaces. */
export function tagsOf(text: string): string[] {
  return [...new Set(text.split(/[\s,]+/).filter(Boolean))];
}

/** The rule of the server for a type, a category and a tag. */
export const isWord = (text: string): boolean => /^[\p{L}\p{N}_.:/-]{1,50}$/u.test(text);
