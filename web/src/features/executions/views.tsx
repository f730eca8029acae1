import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ChevronDown, Trash2, Users } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { call } from '../../api/client';
import { queryKeys } from '../../api/query-keys';
import type { SavedView } from '../../api/types';
import { useText } from '../../i18n/i18n';
import { compact, isSameFilter, type ExecutionFilter } from '../../model/executions/filter';
import { Icon } from '../../ui/icons';
import { useToast } from '../../ui/toast';
import { viewsQuery } from './queries';

interface View {
  key: string;
  name: string;
  search: object;
}

const MAX_IN_HEAD = 5;

/** Built-in and saved views; those that fit are beside the title, all are in the menu. */
export function Views({
  filter,
  sort,
  cols,
}: {
  filter: ExecutionFilter;
  sort: string | undefined;
  cols: string | undefined;
}) {
  const { t } = useText();
  const navigate = useNavigate({ from: '/executions' });
  const saved = useQuery(viewsQuery).data?.items ?? [];
  const builtIn: View[] = [
    { key: 'all', name: t('executions.view.all'), search: {} },
    {
      key: 'failed',
      name: t('executions.view.failed'),
      search: { status: ['FAILED', 'TIMED_OUT'], since: '24h' },
    },
    {
      key: 'stuck',
      name: t('executions.view.stuck'),
      search: { status: ['PENDING', 'RUNNING', 'WAITING', 'PAUSED'], took: ['>1h'] },
    },
    { key: 'tests', name: t('executions.view.tests'), search: { test: 'true' } },
  ];
  const own = saved.map((view) => ({
    key: view.id,
    name: view.name,
    search: searchOf(view.query),
    view,
  }));
  const current = compact({ ...filter, sort, cols });
  const isCurrent = (view: View) => isSameFilter(view.search, current);
  const open = (view: View) => void navigate({ search: view.search });
  return (
    <nav className="views" aria-label={t('executions.views')}>
      {[...builtIn, ...own].slice(0, MAX_IN_HEAD).map((view) => (
        <button
          key={view.key}
          type="button"
          className="btn ghost small view-button"
          aria-pressed={isCurrent(view)}
          title={view.name}
          onClick={() => open(view)}
        >
          <span className="clip">{view.name}</span>
        </button>
      ))}
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger className="icon-btn" aria-label={t('executions.allViews')}>
          <Icon of={ChevronDown} size="s" />
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content className="menu views-menu" align="start" sideOffset={6}>
            {builtIn.map((view) => (
              <DropdownMenu.Item key={view.key} className="menu-item" onSelect={() => open(view)}>
                {view.name}
              </DropdownMenu.Item>
            ))}
            <div className="menu-line" />
            <div className="menu-title">{t('executions.savedViews')}</div>
            {own.length === 0 && <p className="menu-item text-muted">{t('executions.noViews')}</p>}
            {own.map((one) => (
              <SavedItem key={one.key} view={one.view} onOpen={() => open(one)} />
            ))}
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
    </nav>
  );
}

function searchOf(query: unknown): object {
  return typeof query === 'object' && query !== null ? compact(query) : {};
}

function SavedItem({ view, onOpen }: { view: SavedView; onOpen: () => void }) {
  const { t } = useText();
  const cache = useQueryClient();
  const toast = useToast();
  const restore = useMutation({
    mutationFn: () => {
      const { page, name, query, shared } = view;
      return call('/api/views', {
        method: 'POST',
        change: 'view.restore',
        body: { page, name, query, shared },
      });
    },
    onSuccess: () => cache.invalidateQueries({ queryKey: queryKeys.views('executions') }),
    onError: (error) => toast(error.message),
  });
  const remove = useMutation({
    mutationFn: () => call(`/api/views/${view.id}`, { method: 'DELETE', change: 'view.delete' }),
    onSuccess: () => {
      toast(t('executions.viewDeleted', { name: view.name }), {
        text: t('action.undo'),
        onPress: () => restore.mutate(),
      });
      return cache.invalidateQueries({ queryKey: queryKeys.views('executions') });
    },
    onError: (error) => toast(error.message),
  });
  return (
    <div className="flex items-center">
      <DropdownMenu.Item className="menu-item flex-1 min-w-0" onSelect={onOpen} title={view.owner}>
        <bdi className="clip">{view.name}</bdi>
        {view.shared && (
          <span className="mark" title={t('executions.sharedBy', { owner: view.owner })}>
            <Icon of={Users} size="s" />
            <span className="sr-only">{t('executions.shared')}</span>
          </span>
        )}
      </DropdownMenu.Item>
      <DropdownMenu.Item
        className="menu-item"
        disabled={!view.editable}
        aria-label={t('executions.viewDelete', { name: view.name })}
        title={view.editable ? undefined : t('executions.viewNotYours', { owner: view.owner })}
        onSelect={() => remove.mutate()}
      >
        <Icon of={Trash2} size="s" />
      </DropdownMenu.Item>
    </div>
  );
}
