import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Bookmark } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useState } from 'react';
import { call } from '../../api/client';
import { queryKeys } from '../../api/query-keys';
import { useMay } from '../../api/session';
import type { SavedView } from '../../api/types';
import { useText } from '../../i18n/i18n';
import { compact, type ExecutionFilter } from '../../model/executions/filter';
import { Icon } from '../../ui/icons';
import { useToast } from '../../ui/toast';
import { viewsQuery } from './queries';

/** Saves filter, order and columns under a name, for oneself or for everybody in the tenant. */
export function SaveView({
  filter,
  sort,
  cols,
}: {
  filter: ExecutionFilter;
  sort: string | undefined;
  cols: string | undefined;
}) {
  const { t } = useText();
  const cache = useQueryClient();
  const toast = useToast();
  const mayShare = useMay('OPERATE');
  const views = useQuery(viewsQuery).data?.items ?? [];
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const known = views.find(
    (view) => view.editable && view.name === name.trim() && view.shared === isShared,
  );
  const save = useMutation({
    mutationFn: () =>
      call<SavedView>(known ? `/api/views/${known.id}` : '/api/views', {
        method: known ? 'PUT' : 'POST',
        change: 'view.save',
        body: {
          page: 'executions',
          name: name.trim(),
          query: compact({ ...filter, sort, cols }),
          shared: isShared,
        },
      }),
    onSuccess: (view) => {
      toast(t('executions.viewSaved', { name: view.name }));
      setOpen(false);
      setName('');
      return cache.invalidateQueries({ queryKey: queryKeys.views('executions') });
    },
  });
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger className="btn">
        <Icon of={Bookmark} /> <span className="wide-only">{t('executions.saveView')}</span>
        <span className="sr-only">{t('executions.saveView')}</span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className="menu save-view"
          align="end"
          sideOffset={6}
          aria-label={t('executions.saveView')}
        >
          <form
            className="grid gap-3 p-2"
            onSubmit={(event) => {
              event.preventDefault();
              if (name.trim() !== '') save.mutate();
            }}
          >
            <label className="field">
              <span className="name">{t('executions.viewName')}</span>
              <span className="field-box">
                <input
                  value={name}
                  maxLength={80}
                  onChange={(event) => setName(event.target.value)}
                />
              </span>
            </label>
            <label className="flex items-center gap-2">
              <input
                type="checkbox"
                className="checkbox"
                checked={isShared}
                disabled={!mayShare}
                onChange={(event) => setShared(event.target.checked)}
              />
              {t('executions.viewShare')}
            </label>
            {!mayShare && <p className="label">{t('executions.viewShareNeeds')}</p>}
            {known && <p className="label">{t('executions.viewReplaces')}</p>}
            {save.error && (
              <p className="text-bad" role="alert">
                {save.error.message}
              </p>
            )}
            <button
              type="submit"
              className="btn primary"
              disabled={name.trim() === '' || save.isPending}
            >
              {t('executions.saveView')}
            </button>
          </form>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
