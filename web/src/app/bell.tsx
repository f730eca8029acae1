import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Bell as BellIcon, CircleX, RotateCcw } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useState } from 'react';
import { call } from '../api/client';
import { queryKeys } from '../api/query-keys';
import type { FamilyList } from '../api/types';
import { useText } from '../i18n/i18n';
import { markerOf, notificationsOf, readMarker, type Notification } from '../model/notifications';
import { Icon } from '../ui/icons';
import { Time } from '../ui/time';

const PREFERENCE = 'notifications.readUntil';
const MAX_SHOWN = 8;
const REFRESH_MS = 30_000;

/** The newest failures, with a link to the execution that failed last; opening it marks them read. */
export function Bell() {
  const { t } = useText();
  const cache = useQueryClient();
  const navigate = useNavigate();
  // What was unread when the menu opened stays marked while it is open.
  const [shown, setShown] = useState<readonly Notification[] | null>(null);
  const families = useQuery({
    queryKey: queryKeys.failures({ notifications: true }),
    queryFn: ({ signal }) =>
      call<FamilyList>('/api/failures', { query: { status: 'new', limit: 50 }, signal }),
    refetchInterval: REFRESH_MS,
  });
  const preferences = useQuery({
    queryKey: queryKeys.preferences,
    queryFn: ({ signal }) =>
      call<{ preferences: Record<string, unknown> }>('/api/preferences', { signal }),
    staleTime: Infinity,
  });
  const read = useMutation({
    mutationFn: (value: string) =>
      call(`/api/preferences/${PREFERENCE}`, {
        method: 'PUT',
        change: 'notifications.read',
        body: { value },
      }),
    onMutate: (value) =>
      cache.setQueryData<{ preferences: Record<string, unknown> }>(
        queryKeys.preferences,
        (before) => ({ preferences: { ...before?.preferences, [PREFERENCE]: value } }),
      ),
  });
  const all = preferences.data
    ? notificationsOf(
        families.data?.items ?? [],
        markerOf(preferences.data.preferences[PREFERENCE]),
      )
    : [];
  const unread = all.filter((one) => one.isUnread).length;
  const open = (isOpen: boolean) => {
    setShown(isOpen ? all.slice(0, MAX_SHOWN) : null);
    const marker = readMarker(all);
    if (isOpen && marker !== null) read.mutate(marker);
  };
  return (
    <DropdownMenu.Root modal={false} onOpenChange={open}>
      <DropdownMenu.Trigger className="icon-btn bell" title={t('bell.title')}>
        <Icon of={BellIcon} />
        {unread > 0 && (
          <span className="count" aria-hidden>
            {unread > 99 ? '99+' : unread}
          </span>
        )}
        <span className="sr-only">{t('bell.unread', { count: unread })}</span>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu bell-menu" align="end" sideOffset={6}>
          <DropdownMenu.Label className="menu-title">{t('bell.title')}</DropdownMenu.Label>
          {families.isError && !families.data ? (
            <DropdownMenu.Item
              className="menu-item"
              onSelect={(event) => {
                event.preventDefault();
                void families.refetch();
              }}
            >
              {t('bell.failed')}
            </DropdownMenu.Item>
          ) : (shown ?? all).length === 0 ? (
            <p className="bell-none">{t('bell.none')}</p>
          ) : (
            (shown ?? all.slice(0, MAX_SHOWN)).map((one) => (
              <DropdownMenu.Item
                key={one.id}
                className={`menu-item bell-item ${one.isUnread ? 'unread' : ''}`}
                onSelect={() =>
                  void navigate({ to: '/executions/$id', params: { id: one.execution } })
                }
              >
                <Icon of={one.isReopened ? RotateCcw : CircleX} />
                <span className="bell-words">
                  <b>
                    {one.error || t('bell.noError')}
                    {one.isUnread && <span className="sr-only"> ({t('bell.new')})</span>}
                  </b>
                  <span>{one.place}</span>
                  <span className="label">
                    {t(one.isReopened ? 'bell.reopened' : 'bell.failures', { count: one.count })}
                    {', '}
                    <Time at={one.at} />
                  </span>
                </span>
              </DropdownMenu.Item>
            ))
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
