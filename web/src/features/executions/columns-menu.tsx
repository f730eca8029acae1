import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Check, Columns3 } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { call } from '../../api/client';
import { queryKeys } from '../../api/query-keys';
import { useText } from '../../i18n/i18n';
import {
  ALL_COLUMNS,
  DEFAULT_COLUMNS,
  FIXED_COLUMNS,
  type Column,
} from '../../model/executions/columns';
import { Icon } from '../../ui/icons';

const NAME = 'executions.columns';

/** Chooses columns; they are kept on the server, so that they are the same in all browsers. */
export function ColumnsMenu({ columns }: { columns: readonly Column[] }) {
  const { t } = useText();
  const cache = useQueryClient();
  const navigate = useNavigate({ from: '/executions' });
  const save = useMutation({
    mutationFn: (value: readonly Column[]) =>
      call(`/api/preferences/${NAME}`, {
        method: 'PUT',
        change: 'columns.choose',
        body: { value },
      }),
  });
  const choose = (chosen: readonly Column[]) => {
    cache.setQueryData<{ preferences: Record<string, unknown> }>(
      queryKeys.preferences,
      (before) => ({ preferences: { ...before?.preferences, [NAME]: chosen } }),
    );
    void navigate({ search: (before) => ({ ...before, cols: undefined }), replace: true });
    save.mutate(chosen);
  };
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="btn">
        <Icon of={Columns3} /> <span className="wide-only">{t('executions.columns')}</span>
        <span className="sr-only">{t('executions.columns')}</span>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="end" sideOffset={6}>
          {ALL_COLUMNS.map((column) => (
            <DropdownMenu.CheckboxItem
              key={column}
              className="menu-item"
              checked={columns.includes(column)}
              disabled={FIXED_COLUMNS.has(column)}
              onSelect={(event) => event.preventDefault()}
              onCheckedChange={(on) =>
                choose(ALL_COLUMNS.filter((one) => (one === column ? on : columns.includes(one))))
              }
            >
              {t(`executions.column.${column}`)}
              <DropdownMenu.ItemIndicator className="mark">
                <Icon of={Check} size="s" />
              </DropdownMenu.ItemIndicator>
            </DropdownMenu.CheckboxItem>
          ))}
          <div className="menu-line" />
          <DropdownMenu.Item className="menu-item" onSelect={() => choose(DEFAULT_COLUMNS)}>
            {t('executions.columnsReset')}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
