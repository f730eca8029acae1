import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import {
  LayoutDashboard,
  ListTree,
  Plug,
  Search,
  SlidersHorizontal,
  TriangleAlert,
  Workflow,
  Zap,
} from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useDeferredValue, useState } from 'react';
import { call } from '../api/client';
import { executionPath } from '../api/paths';
import type { Execution, Flow, Listing } from '../api/types';
import { useText } from '../i18n/i18n';
import { Icon } from '../ui/icons';
import { Status } from '../ui/status';

const MAX_HITS = 6;
const ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

async function find(
  text: string,
  signal: AbortSignal,
): Promise<{ flows: Flow[]; executions: Execution[] }> {
  const flows = call<Listing<Flow>>('/api/flows', {
    query: { search: text, limit: MAX_HITS },
    signal,
  });
  const executions =
    text === ''
      ? call<Listing<Execution>>('/api/flows/executions', { query: { limit: MAX_HITS }, signal })
      : ID.test(text)
        ? call<Execution>(executionPath(text), { signal })
            .then((one) => ({ items: [one] }))
            .catch(() => ({ items: [] }))
        : call<Listing<Execution>>('/api/flows/executions', {
            query: { businessKey: text, limit: MAX_HITS },
            signal,
          });
  const [someFlows, someExecutions] = await Promise.all([flows, executions]);
  return { flows: someFlows.items, executions: someExecutions.items };
}

/** Finds pages, flows, and executions by id or business key. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useText();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text.trim());
  const hits = useQuery({
    queryKey: ['palette', wanted],
    queryFn: ({ signal }) => find(wanted, signal),
    placeholderData: keepPreviousData,
  });
  const open = (go: () => Promise<void>) => {
    onClose();
    void go();
  };
  const pages = [
    { to: '/' as const, name: t('nav.overview'), icon: LayoutDashboard, keys: 'g o' },
    { to: '/flows' as const, name: t('nav.flows'), icon: Workflow, keys: 'g f' },
    { to: '/executions' as const, name: t('nav.executions'), icon: ListTree, keys: 'g e' },
    { to: '/failures' as const, name: t('nav.failures'), icon: TriangleAlert, keys: 'g x' },
    { to: '/triggers' as const, name: t('nav.triggers'), icon: Zap, keys: 'g t' },
    { to: '/handlers' as const, name: t('nav.handlers'), icon: Plug, keys: 'g h' },
    { to: '/settings' as const, name: t('nav.settings'), icon: SlidersHorizontal, keys: '' },
  ].filter((page) => page.name.toLowerCase().includes(wanted.toLowerCase()));
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content className="dialog palette" aria-describedby={undefined}>
          <Dialog.Title className="sr-only">{t('palette.title')}</Dialog.Title>
          <Command shouldFilter={false} label={t('palette.title')}>
            <div className="query">
              <Icon of={Search} />
              <Command.Input
                value={text}
                onValueChange={setText}
                placeholder={t('palette.hint')}
                autoFocus
              />
              <kbd>Esc</kbd>
            </div>
            <Command.List label={t('palette.results')}>
              {hits.isError ? (
                <p className="px-3 py-4 text-bad" role="alert">
                  {t('palette.failed', { problem: hits.error.message })}
                </p>
              ) : (
                <Command.Empty className="px-3 py-4 text-muted">
                  {t('palette.nothing')}
                </Command.Empty>
              )}
              {(hits.data?.flows.length ?? 0) > 0 && (
                <Command.Group heading={t('nav.flows')}>
                  {hits.data?.flows.map((flow) => (
                    <Command.Item
                      key={flow.code}
                      value={`flow ${flow.code}`}
                      onSelect={() =>
                        open(() => navigate({ to: '/flows/$flow', params: { flow: flow.code } }))
                      }
                    >
                      <Icon of={Workflow} /> {flow.name}{' '}
                      <span className="text-muted mono ml-auto">{flow.code}</span>
                    </Command.Item>
                  ))}
                </Command.Group>
              )}
              {(hits.data?.executions.length ?? 0) > 0 && (
                <Command.Group heading={t('nav.executions')}>
                  {hits.data?.executions.map((one) => (
                    <Command.Item
                      key={one.id}
                      value={`execution ${one.id}`}
                      onSelect={() =>
                        open(() => navigate({ to: '/executions/$id', params: { id: one.id } }))
                      }
                    >
                      <Status status={one.status} iconOnly />{' '}
                      <span className="mono">{one.businessKey ?? one.id.slice(-12)}</span>
                      <span className="text-muted">{one.flow}</span>
                    </Command.Item>
                  ))}
                </Command.Group>
              )}
              {(hits.data || hits.isError) && pages.length > 0 && (
                <Command.Group heading={t('palette.pages')}>
                  {pages.map((page) => (
                    <Command.Item
                      key={page.to}
                      value={`page ${page.to}`}
                      onSelect={() => open(() => navigate({ to: page.to }))}
                    >
                      <Icon of={page.icon} /> {page.name}{' '}
                      {page.keys !== '' && <kbd className="ml-auto">{page.keys}</kbd>}
                    </Command.Item>
                  ))}
                </Command.Group>
              )}
            </Command.List>
          </Command>
          <footer>
            <span>
              <kbd>↑</kbd> <kbd>↓</kbd> {t('palette.move')}
            </span>
            <span>
              <kbd>↵</kbd> {t('palette.open')}
            </span>
          </footer>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
