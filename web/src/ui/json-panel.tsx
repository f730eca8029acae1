import { ChevronDown, ChevronUp, Search } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { useText } from '../i18n/i18n';
import { findLines, jsonLines, sizeOf } from '../model/json/json-lines';
import { CopyButton } from './copy';
import { Icon } from './icons';
import { JsonLinesView } from './json-lines-view';
import { JsonView } from './json-view';

/** Larger values are shown as text. */
const MAX_TREE = 5_000;

/** A value with search and copy: a tree, or text if it is large or searched. */
export function JsonPanel({
  value,
  what,
  children,
}: {
  value: unknown;
  what: string;
  children?: ReactNode;
}) {
  const { t } = useText();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const isLarge = useMemo(() => sizeOf(value, MAX_TREE + 1) > MAX_TREE, [value]);
  const isText = isLarge || text !== '';
  const lines = useMemo(() => (isText ? jsonLines(value) : []), [value, isText]);
  const found = useMemo(() => findLines(lines, text), [lines, text]);
  const at = found.length === 0 ? -1 : ((chosen % found.length) + found.length) % found.length;
  return (
    <div className="json-panel">
      <div className="json-tools">
        {children}
        <span className="ml-auto" />
        <span className="json-search">
          <Icon of={Search} size="xs" />
          <input
            aria-label={t('json.search', { what })}
            placeholder={t('json.find')}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setChosen(0);
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter') setChosen(chosen + (event.shiftKey ? -1 : 1));
              else if (event.key === 'Escape') setText('');
            }}
          />
        </span>
        {text !== '' && (
          <>
            <span className="label" role="status">
              {t('json.found', { at: at + 1, count: found.length })}
            </span>
            <button
              type="button"
              className="icon-btn small"
              aria-label={t('json.previous')}
              onClick={() => setChosen(chosen - 1)}
            >
              <Icon of={ChevronUp} size="xs" />
            </button>
            <button
              type="button"
              className="icon-btn small"
              aria-label={t('json.next')}
              onClick={() => setChosen(chosen + 1)}
            >
              <Icon of={ChevronDown} size="xs" />
            </button>
          </>
        )}
        <CopyButton text={() => JSON.stringify(value, null, 2) ?? 'null'} what={what} />
      </div>
      {isText ? (
        <JsonLinesView lines={lines} label={what} found={found} current={found[at] ?? -1} />
      ) : (
        <JsonView value={value} />
      )}
    </div>
  );
}
