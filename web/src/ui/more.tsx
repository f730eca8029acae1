import { RotateCw } from 'lucide-react';
import { useText } from '../i18n/i18n';
import { Icon } from './icons';

/** What reading on needs of a list that is read page by page. */
interface Paged {
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

/** Reads the next page; a failed one is read again by the user only, or it would be asked for without end. */
export function readMore(list: Paged): void {
  if (list.hasNextPage && !list.isFetching && !list.isFetchNextPageError) void list.fetchNextPage();
}

/** Says below the rows of a list that not all could be read. */
export function MoreFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useText();
  return (
    <div
      className="flex items-center gap-3 flex-wrap px-6 py-2 border-t border-line flex-none"
      role="alert"
    >
      <span className="text-bad">{t('state.moreFailed')}</span>
      <span className="text-muted clip">
        {error instanceof Error ? error.message : String(error)}
      </span>
      <button type="button" className="btn small" onClick={onRetry}>
        <Icon of={RotateCw} size="s" /> {t('action.tryAgain')}
      </button>
    </div>
  );
}
