import { useMemo } from 'react';
import { useText } from '../i18n/i18n';
import { diffValues, type ValueLine } from '../model/run/value-diff';

/** Two JSON values as one text: what only the first has is red, what only the second has green. */
export function ValueDiff({ left, right }: { left: unknown; right: unknown }) {
  const { t } = useText();
  const { lines } = useMemo(() => diffValues(left, right), [left, right]);
  return (
    <div className="json value-diff" tabIndex={0} role="group" aria-label={t('compare.values')}>
      {lines.map((line, i) => (
        <div key={i} className={`line ${line.kind}`}>
          <span className="sign" aria-hidden>
            {line.kind === 'removed' ? '−' : line.kind === 'added' ? '+' : ''}
          </span>
          {line.kind !== 'same' && <span className="sr-only">{t(`compare.${line.kind}`)}</span>}
          <span style={{ paddingLeft: line.depth * 16 }}>
            {line.name !== null && (
              <>
                <span className="key">{line.name}</span>
                <span className="mark">: </span>
              </>
            )}
            <Text line={line} />
          </span>
        </div>
      ))}
    </div>
  );
}

function Text({ line }: { line: ValueLine }) {
  const { t } = useText();
  if (line.folded > 0)
    return (
      <span className="mark">
        {line.text[0]} {t('json.members', { count: line.folded })} {line.text[1]}
      </span>
    );
  if (/^[[\]{}]+$/.test(line.text)) return <span className="mark">{line.text}</span>;
  const kind = line.text.startsWith('"')
    ? 'string'
    : /^-?\d/.test(line.text)
      ? 'number'
      : 'literal';
  return <span className={kind}>{line.text}</span>;
}
