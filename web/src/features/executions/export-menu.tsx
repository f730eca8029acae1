import { Download } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useState } from 'react';
import { call } from '../../api/client';
import type { Execution, Listing } from '../../api/types';
import { useText } from '../../i18n/i18n';
import { toCsv } from '../../model/executions/csv';
import type { ExecutionFilter } from '../../model/executions/filter';
import { queryOf, type Order } from '../../model/executions/query';
import { Icon } from '../../ui/icons';
import { useToast } from '../../ui/toast';

const MAX_EXPORTED = 10_000;
const PER_REQUEST = 1_000;
const CSV_COLUMNS = [
  'id',
  'flow',
  'version',
  'status',
  'businessKey',
  'trigger',
  'startedBy',
  'startedAt',
  'endedAt',
  'updatedAt',
  'stepsDone',
  'stepsTotal',
  'state',
  'error',
  'cause',
  'labels',
] as const;

/** Saves what the filter finds as a file, up to 10,000 executions. */
export function ExportMenu({ filter, order }: { filter: ExecutionFilter; order: Order }) {
  const { t } = useText();
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const save = async (kind: 'csv' | 'json') => {
    setBusy(true);
    try {
      const rows = await readAll(filter, order);
      const text = kind === 'json' ? JSON.stringify(rows, null, 2) : csvOf(rows);
      download(`executions.${kind}`, text, kind === 'json' ? 'application/json' : 'text/csv');
      toast(
        t(rows.length >= MAX_EXPORTED ? 'executions.exportedPart' : 'executions.exported', {
          count: rows.length,
        }),
      );
    } catch (error) {
      toast(error instanceof Error ? error.message : t('executions.failed'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="btn" disabled={isBusy}>
        <Icon of={Download} /> <span className="wide-only">{t('executions.export')}</span>
        <span className="sr-only">{t('executions.export')}</span>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="end" sideOffset={6}>
          <DropdownMenu.Item className="menu-item" onSelect={() => void save('csv')}>
            {t('executions.exportCsv')}
          </DropdownMenu.Item>
          <DropdownMenu.Item className="menu-item" onSelect={() => void save('json')}>
            {t('executions.exportJson')}
          </DropdownMenu.Item>
          <div className="menu-title">{t('executions.exportLimit', { count: MAX_EXPORTED })}</div>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

async function readAll(filter: ExecutionFilter, order: Order): Promise<Execution[]> {
  const query = queryOf(filter, Date.now());
  const rows: Execution[] = [];
  let after: string | null | undefined = '';
  while (after !== null && after !== undefined && rows.length < MAX_EXPORTED) {
    const page: Listing<Execution> = await call('/api/flows/executions', {
      query: {
        ...query,
        sort: order.field,
        order: order.ascending ? 'asc' : 'desc',
        progress: true,
        after,
        limit: PER_REQUEST,
      },
    });
    rows.push(...page.items);
    after = page.next;
  }
  return rows.slice(0, MAX_EXPORTED);
}

function csvOf(rows: readonly Execution[]): string {
  return toCsv(
    CSV_COLUMNS,
    rows.map((row) => {
      const labels = Object.entries(row.labels).map(([name, value]) => `${name}=${value}`);
      const cells: Record<(typeof CSV_COLUMNS)[number], unknown> = {
        id: row.id,
        flow: row.flow,
        version: row.version,
        status: row.status,
        businessKey: row.businessKey,
        trigger: row.trigger,
        startedBy: row.startedBy,
        startedAt: row.startedAt,
        endedAt: row.endedAt,
        updatedAt: row.progress?.updatedAt,
        stepsDone: row.progress?.done,
        stepsTotal: row.progress?.total,
        state: row.progress?.state,
        error: row.error ?? row.progress?.error,
        cause: row.cause ?? row.progress?.cause,
        labels: labels.join(' '),
      };
      return CSV_COLUMNS.map((column) => cells[column]);
    }),
  );
}

function download(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
