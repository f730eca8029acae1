import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowUp } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { ApiError } from '../../api/client';
import { familyQuery } from '../../api/failures';
import { useMay } from '../../api/session';
import type { Family } from '../../api/types';
import { useText } from '../../i18n/i18n';
import { actionsOf, FAMILY_TABS, type FamilyAction } from '../../model/failures/family';
import { Icon } from '../../ui/icons';
import { useKeys } from '../../ui/keys';
import { EmptyState, ErrorState } from '../../ui/states';
import { useTitle } from '../../ui/title';
import { CareDialog } from './components/care-dialog';
import { FamilyRow } from './components/family-row';
import { Filters } from './components/filters';
import { NoFailures } from './components/no-failures';
import { RetrySheet } from './components/retry-sheet';
import { SkeletonFamilies } from './components/skeleton';
import './failures.css';
import { useFailuresUrl, type FailuresUrl } from './use-failures';
import { useRows, type Rows } from './use-rows';

/** What fails and why: failed executions that are alike are one family. */
export function FailuresPage() {
  const { t } = useText();
  const url = useFailuresUrl();
  const rows = useRows(url.filter);
  const open = useOpenFamily(url, rows);
  useTitle(open.family && titleOf(open.family), t('nav.failures'));
  return (
    <>
      <header className="page-head failures-head">
        <h1>{t('nav.failures')}</h1>
        <Filters url={url} />
      </header>
      <Tabs url={url} counts={rows.list?.counts} />
      <Families url={url} rows={rows} open={open} />
      {open.family && <Sheets family={open.family} url={url} />}
    </>
  );
}

const titleOf = (family: Family) =>
  [family.state || family.flowName, family.error].filter(Boolean).join(': ');

function Tabs({
  url,
  counts,
}: {
  url: FailuresUrl;
  counts: Record<(typeof FAMILY_TABS)[number], number> | undefined;
}) {
  const { t, locale } = useText();
  return (
    <nav className="tabs failures-tabs" aria-label={t('nav.failures')}>
      {FAMILY_TABS.map((tab) => (
        <Link
          key={tab}
          to="/failures"
          search={(before) => ({
            ...before,
            status: tab === 'open' ? undefined : tab,
            act: undefined,
          })}
          className="quiet"
          activeOptions={{ explicitUndefined: true }}
          aria-current={tab === url.tab ? 'page' : undefined}
        >
          {t(`failures.tab.${tab}`)}
          {counts && (
            <span className={`count ${tab === 'new' && counts.new > 0 ? 'bad' : ''}`}>
              {counts[tab].toLocaleString(locale)}
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}

/** The family that the URL opens; it is shown above the list if the list does not have it. */
interface OpenFamily {
  family: Family | undefined;
  isOutside: boolean;
  error: Error | null;
  retry: () => void;
}

function useOpenFamily(url: FailuresUrl, rows: Rows): OpenFamily {
  const listed = rows.rows.find((one) => one.id === url.family);
  const query = useQuery({
    ...familyQuery(url.family ?? '', url.filter.since),
    enabled: url.family !== undefined,
  });
  const family = listed ?? (url.family === undefined ? undefined : query.data?.family);
  return {
    family,
    isOutside: url.family !== undefined && !listed && !rows.isPending,
    error: query.error,
    retry: () => void query.refetch(),
  };
}

function Families({ url, rows, open }: { url: FailuresUrl; rows: Rows; open: OpenFamily }) {
  const { t } = useText();
  const mayOperate = useMay('OPERATE');
  const list = useRef<HTMLDivElement>(null);
  const titles = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-family]') ?? [])];
  const focused = () =>
    titles().findIndex((one) => one.closest('article')?.contains(document.activeElement));
  const move = (step: number) => {
    const all = titles();
    const next = Math.max(0, Math.min(all.length - 1, focused() + step));
    all[focused() < 0 ? 0 : next]?.focus();
  };
  /** Acts on the family under the focus, else on the open one. */
  const act = (name: FamilyAction | 'retry') => () => {
    const id = titles()[focused()]?.dataset['family'] ?? url.family;
    const family = [...rows.rows, ...(open.family ? [open.family] : [])].find(
      (one) => one.id === id,
    );
    if (!family || !mayOperate) return;
    if (name === 'retry' || actionsOf(family.status).includes(name)) url.open(family.id, name);
  };
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    r: act('retry'),
    a: act('assign'),
    m: act('know'),
    e: act('resolve'),
    '.': () => rows.waiting > 0 && rows.refresh(),
    Escape: () => url.family !== undefined && url.open(undefined),
  });
  useScrollTo(url.family, list.current, rows.isPending);
  if (rows.isPending) return <SkeletonFamilies />;
  if (rows.error && rows.rows.length === 0)
    return <ErrorState title={t('failures.failed')} error={rows.error} onRetry={rows.retry} />;
  return (
    <div className="families" ref={list} aria-busy={rows.isFetching}>
      {open.isOutside && <Outside open={open} url={url} />}
      {rows.waiting > 0 && (
        <button type="button" className="families-new" onClick={rows.refresh}>
          <Icon of={ArrowUp} size="xs" /> {t('failures.waiting', { count: rows.waiting })}
          <kbd>.</kbd>
        </button>
      )}
      {rows.rows.map((family) => (
        <FamilyRow
          key={family.id}
          family={family}
          isOpen={family.id === url.family}
          url={url}
          onMove={move}
        />
      ))}
      {rows.rows.length === 0 && <NoFailures url={url} />}
      {rows.hasMore && (
        <div className="px-6 py-3">
          <button type="button" className="btn" disabled={rows.isFetching} onClick={rows.more}>
            {t('failures.more')}
          </button>
        </div>
      )}
    </div>
  );
}

/** Shows the open family of a link; one that the user opens is in sight already. */
function useScrollTo(id: string | undefined, list: HTMLElement | null, isPending: boolean): void {
  const isFirst = useRef(true);
  useEffect(() => {
    if (isPending || !list || !isFirst.current) return;
    isFirst.current = false;
    if (id !== undefined)
      list.querySelector(`[data-family='${CSS.escape(id)}']`)?.scrollIntoView({ block: 'nearest' });
  }, [id, list, isPending]);
}

function Outside({ open, url }: { open: OpenFamily; url: FailuresUrl }) {
  const { t } = useText();
  if (open.family)
    return (
      <section aria-label={t('failures.outside')}>
        <p className="families-outside label">{t('failures.outside')}</p>
        <FamilyRow family={open.family} isOpen url={url} onMove={() => undefined} />
      </section>
    );
  if (!open.error) return null;
  if (open.error instanceof ApiError && open.error.status === 404)
    return (
      <EmptyState title={t('failures.unknown', { id: url.family })}>
        <p>{t('failures.unknownAdvice')}</p>
        <button type="button" className="btn" onClick={() => url.open(undefined)}>
          {t('failures.close')}
        </button>
      </EmptyState>
    );
  return <ErrorState title={t('failures.familyFailed')} error={open.error} onRetry={open.retry} />;
}

/** The sheet that the URL names. */
function Sheets({ family, url }: { family: Family; url: FailuresUrl }) {
  switch (url.act) {
    case 'retry':
      return <RetrySheet family={family} url={url} onClose={url.close} />;
    case 'know':
    case 'resolve':
    case 'reopen':
    case 'assign':
      return <CareDialog family={family} action={url.act} url={url} />;
    default:
      return null;
  }
}
