import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useText } from '../i18n/i18n';
import { pathOf } from '../model/json/json-lines';
import { visible } from '../model/text';
import { useCopy } from './copy';
import { Icon } from './icons';

const MAX_CHILDREN = 200;
const OPEN_DEPTH = 3;

/** A value as a tree; large objects and lists show their first 200 members until asked for more. */
export function JsonView({ value }: { value: unknown }) {
  return (
    <div className="json px-3 pb-3">
      <Node value={value} depth={0} name={null} path="$" />
    </div>
  );
}

function Node({
  value,
  depth,
  name,
  path,
}: {
  value: unknown;
  depth: number;
  name: string | null;
  path: string;
}) {
  const { t } = useText();
  const copy = useCopy();
  const isList = Array.isArray(value);
  const isTree = typeof value === 'object' && value !== null;
  const entries = isTree ? Object.entries(value) : [];
  const [open, setOpen] = useState(depth < OPEN_DEPTH && entries.length <= MAX_CHILDREN);
  const [limit, setLimit] = useState(MAX_CHILDREN);
  const label =
    name === null ? null : (
      <>
        <button
          type="button"
          className="key"
          tabIndex={-1}
          title={t('json.copyPath', { path })}
          onClick={() => copy(path, t('json.path'))}
        >
          {visible(name)}
        </button>
        <span className="mark">: </span>
      </>
    );
  const [left, right] = isList ? ['[', ']'] : ['{', '}'];
  if (!isTree || entries.length === 0) {
    return (
      <Line depth={depth}>
        <span className="toggle" />
        {label}
        {isTree ? <span className="mark">{`${left}${right}`}</span> : <Leaf value={value} />}
      </Line>
    );
  }
  return (
    <>
      <Line depth={depth}>
        <button
          type="button"
          className="toggle"
          aria-expanded={open}
          aria-label={name ?? t('json.root')}
          onClick={() => setOpen(!open)}
        >
          <Icon of={open ? ChevronDown : ChevronRight} size="xs" />
        </button>
        {label}
        <span className="mark">
          {open ? left : `${left} ${t('json.members', { count: entries.length })} ${right}`}
        </span>
      </Line>
      {open &&
        entries
          .slice(0, limit)
          .map(([key, child]) => (
            <Node
              key={key}
              name={key}
              value={child}
              depth={depth + 1}
              path={pathOf(path, key, isList)}
            />
          ))}
      {open && entries.length > limit && (
        <Line depth={depth + 1}>
          <button type="button" className="under" onClick={() => setLimit(limit + MAX_CHILDREN)}>
            {t('json.more', { count: entries.length - limit })}
          </button>
        </Line>
      )}
      {open && (
        <Line depth={depth}>
          <span className="toggle" />
          <span className="mark">{right}</span>
        </Line>
      )}
    </>
  );
}

function Line({ depth, children }: { depth: number; children: ReactNode }) {
  return (
    <div className="line" style={{ paddingLeft: depth * 16 }}>
      {children}
    </div>
  );
}

function Leaf({ value }: { value: unknown }) {
  const kind =
    typeof value === 'string' ? 'string' : typeof value === 'number' ? 'number' : 'literal';
  return <span className={kind}>{visible(JSON.stringify(value))}</span>;
}
