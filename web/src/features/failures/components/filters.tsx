import { useQuery } from '@tanstack/react-query';
import { ChevronDown, Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useText } from '../../../i18n/i18n';
import { PERIODS } from '../../../model/failures/family';
import { Icon } from '../../../ui/icons';
import { flowsQuery, versionsQuery } from '../queries';
import type { FailuresUrl } from '../use-failures';

const TYPING_MS = 300;

/** Text, flow, version and period of the list; all of them are in the URL. */
export function Filters({ url }: { url: FailuresUrl }) {
  const { t } = useText();
  const { flow, version } = url.filter;
  const flows = useQuery(flowsQuery).data ?? [];
  const versions = useQuery({ ...versionsQuery(flow ?? ''), enabled: flow !== undefined });
  return (
    <div className="failures-filters" role="group" aria-label={t('filter.title')}>
      <Words url={url} />
      <Choice
        name={t('failures.flow')}
        none={t('failures.allFlows')}
        value={flow}
        options={flows.map((one) => [one.code, one.name || one.code])}
        onChange={(next) => url.change({ flow: next, version: undefined })}
      />
      <Choice
        name={t('failures.version')}
        none={t('failures.allVersions')}
        value={version}
        objection={flow === undefined ? t('failures.versionNeedsFlow') : undefined}
        options={(versions.data?.items ?? []).map((one) => [
          String(one.number),
          [`v${one.number}`, one.note].filter(Boolean).join(' '),
        ])}
        onChange={(next) => url.change({ version: next })}
      />
      <Choice
        name={t('failures.period')}
        value={url.period}
        options={PERIODS.map((one) => [one, t(`since.${one}`)])}
        onChange={(next) => url.change({ since: next === PERIODS[0] ? undefined : next })}
      />
    </div>
  );
}

/** Words of the state, the error or the message; the list follows when the typing rests. */
function Words({ url }: { url: FailuresUrl }) {
  const { t } = useText();
  const [text, setText] = useState(url.text);
  // What the URL said last, and what was sent to it: only what others change replaces the text.
  const [seen, setSeen] = useState(url.text);
  const [sent, setSent] = useState(url.text);
  if (url.text !== seen) {
    setSeen(url.text);
    if (url.text !== sent) {
      setText(url.text);
      setSent(url.text);
    }
  }
  const send = () => {
    setSent(text.trim());
    url.change({ q: text.trim() || undefined });
  };
  useEffect(() => {
    if (text.trim() === sent) return;
    const timer = setTimeout(send, TYPING_MS);
    return () => clearTimeout(timer);
  });
  return (
    <form
      role="search"
      className="field-box failures-search"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Icon of={Search} size="s" />
      <input
        data-search
        aria-label={t('failures.search')}
        placeholder={t('failures.search')}
        value={text}
        maxLength={200}
        onChange={(event) => setText(event.target.value)}
      />
      <kbd>/</kbd>
    </form>
  );
}

/** A select whose first option takes the filter away, if it has one. */
function Choice({
  name,
  none,
  value,
  options,
  objection,
  onChange,
}: {
  name: string;
  none?: string;
  value: string | undefined;
  options: readonly (readonly [string, string])[];
  /** Why nothing can be chosen now. */
  objection?: string | undefined;
  onChange: (value: string | undefined) => void;
}) {
  const all =
    value === undefined || options.some(([key]) => key === value)
      ? options
      : [...options, [value, value] as const];
  return (
    <span className="select">
      <select
        aria-label={name}
        title={objection}
        disabled={objection !== undefined}
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value || undefined)}
      >
        {none !== undefined && <option value="">{none}</option>}
        {all.map(([key, label]) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </select>
      <Icon of={ChevronDown} size="xs" />
    </span>
  );
}
