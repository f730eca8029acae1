import { useCallback, useEffect, useState } from 'react';
import { useText } from '../i18n/i18n';
import type { Field } from '../model/schema/fields';

export type ReportBroken = (path: string, isBroken: boolean) => void;

/** Returns true while the text of a field is no JSON, and the function that forms report it to. */
export function useBrokenFields(): [boolean, ReportBroken] {
  const [paths, setPaths] = useState<ReadonlySet<string>>(new Set());
  const report = useCallback<ReportBroken>(
    (path, isBroken) =>
      setPaths((before) => {
        if (before.has(path) === isBroken) return before;
        const next = new Set(before);
        if (isBroken) next.add(path);
        else next.delete(path);
        return next;
      }),
    [],
  );
  return [paths.size > 0, report];
}

/** Returns the text of a field as it was typed; a value that was not typed here replaces it. */
function useTyped(value: unknown, write: (value: unknown) => string) {
  const code = JSON.stringify(value);
  const [typed, setTyped] = useState({ text: write(value), code });
  if (typed.code !== code) setTyped({ text: write(value), code });
  return [
    typed.text,
    (text: string, meaning: unknown) => setTyped({ text, code: JSON.stringify(meaning) }),
  ] as const;
}

type Common = Record<string, unknown>;

/** One element per line; a line that is no number stays text, which is a problem of the field. */
export function ListInput({
  common,
  field,
  value,
  onChange,
}: {
  common: Common;
  field: Field;
  value: unknown;
  onChange: (value: unknown) => void;
}) {
  const [text, setText] = useTyped(value, (list) => (Array.isArray(list) ? list.join('\n') : ''));
  const read = (line: string) =>
    field.item === 'text' || !Number.isFinite(Number(line)) ? line : Number(line);
  return (
    <textarea
      {...common}
      className="textarea"
      rows={3}
      value={text}
      onChange={(event) => {
        const lines = event.target.value.split('\n').filter((line) => line.trim() !== '');
        const next = lines.length === 0 ? undefined : lines.map(read);
        setText(event.target.value, next);
        onChange(next);
      }}
    />
  );
}

/** A part without a form; it has no value while its text is no JSON. */
export function JsonInput({
  common,
  path,
  value,
  onChange,
  onBroken,
}: {
  common: Common;
  path: string;
  value: unknown;
  onChange: (value: unknown) => void;
  onBroken: ReportBroken | undefined;
}) {
  const { t } = useText();
  const [text, setText] = useTyped(value, (one) =>
    one === undefined ? '' : JSON.stringify(one, null, 2),
  );
  const isBroken = text.trim() !== '' && parsed(text) === undefined;
  useEffect(() => {
    onBroken?.(path, isBroken);
    return () => onBroken?.(path, false);
  }, [onBroken, path, isBroken]);
  return (
    <>
      <textarea
        {...common}
        aria-invalid={isBroken || common['aria-invalid'] === true}
        className="textarea mono"
        rows={4}
        spellCheck={false}
        value={text}
        onChange={(event) => {
          const next = parsed(event.target.value);
          setText(event.target.value, next);
          onChange(next);
        }}
      />
      {isBroken && <span className="text-bad">{t('schema.json')}</span>}
    </>
  );
}

/** Returns the value of a JSON text; undefined if it is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
