import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { ApiError } from '../../api/client';
import { useMay } from '../../api/session';
import { useText } from '../../i18n/i18n';
import { attentionRows, type AttentionRow } from '../../model/overview/attention';
import type { Period } from '../../model/overview/period';
import { breakersQuery, newFamiliesQuery, nodesQuery, rejectedQuery, workQuery } from './queries';

const DAY_MS = 86_400_000;

/** What needs attention, and what could not be read; a part that is forbidden is left out. */
export function useAttention(period: Period): {
  rows: readonly AttentionRow[] | null;
  unread: readonly string[];
  retry: () => void;
} {
  const { t, locale } = useText();
  const work = useQuery(workQuery);
  const families = useQuery(newFamiliesQuery(period));
  const breakers = useQuery(breakersQuery);
  const rejected = useQuery(rejectedQuery);
  const maySeeNodes = useMay('PLATFORM');
  const nodes = useQuery({ ...nodesQuery, enabled: maySeeNodes });
  const parts: [string, UseQueryResult<unknown>][] = [
    ['failures', families],
    ['work', work],
    ['breakers', breakers],
    ['rejected', rejected],
    ['nodes', nodes],
  ];
  const failed = parts.filter(
    ([, query]) =>
      query.isError &&
      query.data === undefined &&
      !(query.error instanceof ApiError && query.error.status === 403),
  );
  const [latest] = rejected.data?.items ?? [];
  const isUnknown =
    work.isPending || families.isPending || (breakers.isPending && rejected.isPending);
  const time = (at: string) => {
    const isOld = Date.now() - Date.parse(at) > DAY_MS;
    return new Intl.DateTimeFormat(locale, {
      ...(isOld ? { day: 'numeric', month: 'short' } : {}),
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }).format(Date.parse(at));
  };
  return {
    rows: isUnknown
      ? null
      : attentionRows(
          {
            families: families.data && {
              items: families.data.items,
              open: families.data.counts.new,
            },
            work: work.data,
            breakers: breakers.data,
            nodes: nodes.data,
            rejected: latest && {
              count: rejected.data?.items.length ?? 0,
              isMore: rejected.data?.isMore ?? false,
              flow: latest.flow,
              message: latest.message,
            },
          },
          time,
        ),
    unread: failed.map(([name]) => t(`overview.part.${name}`)),
    retry: () => {
      for (const [, query] of failed) void query.refetch();
    },
  };
}
