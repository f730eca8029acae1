import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { useRef, useState, type DragEvent } from 'react';
import { queryKeys } from '../../../api/query-keys';
import type { ImportResult } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { bundleOf, joinBundles, type FlowBundle } from '../../../model/flow/bundle';
import { ConfirmDialog } from '../../../ui/confirm';
import { Icon } from '../../../ui/icons';
import { useToast } from '../../../ui/toast';
import { importFlows } from '../queries';

/** Imports exports and definitions from files; it shows the result of a dry run first. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useText();
  const toast = useToast();
  const cache = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [bundle, setBundle] = useState<FlowBundle | null>(null);
  const [names, setNames] = useState<readonly string[]>([]);
  const preview = useQuery({
    queryKey: queryKeys.importDryRun(bundle),
    queryFn: () => importFlows(bundle ?? { pawl: 1, flows: [] }, true),
    enabled: bundle !== null,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const run = useMutation({
    mutationFn: () => importFlows(bundle ?? { pawl: 1, flows: [] }, false),
    onSuccess: async (result) => {
      onClose();
      toast(t('flows.imported', { count: changes(result).length }));
      await Promise.all(
        [queryKeys.flows(), ['flow']].map((queryKey) => cache.invalidateQueries({ queryKey })),
      );
    },
  });
  const read = async (files: Iterable<File>) => {
    const all = [...files];
    const bundles: FlowBundle[] = [];
    for (const file of all) bundles.push(bundleOf(await file.text(), file.name));
    setNames(all.map((file) => file.name));
    setBundle(joinBundles(bundles));
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void read(event.dataTransfer.files);
  };
  const changed = preview.data ? changes(preview.data) : [];
  return (
    <ConfirmDialog
      permission="EDIT"
      title={t('flows.importTitle')}
      confirm={t('flows.importNow', { count: changed.length })}
      isBlocked={changed.length === 0 || run.isPending}
      error={run.error ?? preview.error}
      onConfirm={() => run.mutate()}
      onClose={onClose}
    >
      <p className="leading-5">{t('flows.importEffect')}</p>
      <div className="drop" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        <button type="button" className="btn" onClick={() => input.current?.click()}>
          <Icon of={Upload} /> {t('flows.chooseFiles')}
        </button>
        <span className="text-muted clip">
          {names.length > 0 ? names.join(', ') : t('flows.dropFiles')}
        </span>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          accept=".json,.yaml,.yml,application/json"
          aria-label={t('flows.chooseFiles')}
          onChange={(event) => void read(event.target.files ?? [])}
        />
      </div>
      {preview.data && <Effects result={preview.data} />}
    </ConfirmDialog>
  );
}

const changes = (result: ImportResult) =>
  result.flows.filter((flow) => flow.result !== 'UNCHANGED');

function Effects({ result }: { result: ImportResult }) {
  const { t } = useText();
  return (
    <ul className="effect-list" aria-live="polite">
      {result.flows.map((flow) => {
        const errors = flow.findings.filter((finding) => finding.severity === 'error').length;
        const states = flow.draft?.states.length ?? 0;
        return (
          <li key={flow.code}>
            <span className="mono clip">{flow.code}</span>
            <span className={errors > 0 ? 'text-bad' : 'text-muted'}>
              {[
                t(`flows.importResult.${flow.result}`),
                ...(states > 0 ? [t('flows.importStates', { count: states })] : []),
                ...(flow.publishes ? [t('flows.importPublishes')] : []),
                ...(errors > 0 ? [t('flow.draftErrors', { count: errors })] : []),
              ].join(', ')}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
