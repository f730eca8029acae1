/** Characters that change the direction of text or have no width, which can disguise a name. */
const HIDDEN =
  /[\u0000-\u001F\u007F-\u009F\u00AD\u061C\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF]/g;

/** Returns a text in which hidden characters are visible as their code, such as `[U+202E]`. */
export function visible(text: string): string {
  return text.replace(
    HIDDEN,
    (one) => `[U+${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`,
  );
}
