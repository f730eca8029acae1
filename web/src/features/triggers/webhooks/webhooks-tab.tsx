import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight, TriangleAlert } from 'lucide-react';
import { useSession } from '../../../api/session';
import type { Webhook } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { webhookUrl } from '../../../model/triggers/webhooks';
import { CopyButton } from '../../../ui/copy';
import { Icon } from '../../../ui/icons';
import { GuardedButton } from '../../../ui/guarded-button';
import { EmptyState, ErrorState, SkeletonRows } from '../../../ui/states';
import { ListSearch, MoreRows, StartCount } from '../parts';
import { countsAgain, webhooksQuery } from '../queries';
import { OtherTrial } from '../trial/other-trial';
import { useFlowNames, useTriggersUrl } from '../use-triggers';
import { SenderCheck } from './sender-check';
import { WebhookPanel } from './webhook-panel';
import { WebhookSheets } from './webhook-sheets';

/** The paths by which other systems start flows. */
export function WebhooksTab() {
  const { t } = useText();
  const { search, change } = useTriggersUrl();
  const nameOf = useFlowNames();
  const list = useInfiniteQuery({ ...webhooksQuery, ...countsAgain });
  const all: Webhook[] = list.data?.pages.flatMap((page) => page.items) ?? [];
  const words = (search.q ?? '').toLowerCase().split(/\s+/);
  const found = all.filter((one) =>
    words.every((word) =>
      `${one.path} ${one.flow} ${nameOf(one.flow)}`.toLowerCase().includes(word),
    ),
  );
  const shown = all.find((one) => one.path === search.show);
  return (
    <div className="trigger-split">
      <div className="trigger-main">
        {list.isPending ? (
          <SkeletonRows rows={6} />
        ) : list.isError && !list.data ? (
          <ErrorState
            title={t('triggers.failed')}
            error={list.error}
            onRetry={() => void list.refetch()}
          />
        ) : all.length === 0 ? (
          <EmptyState title={t('triggers.none.webhooks')}>
            <p>{t('triggers.noneAdvice.webhooks')}</p>
            <GuardedButton permission="EDIT" onClick={() => change({ act: 'new' })}>
              {t('triggers.new.webhooks')}
            </GuardedButton>
            <code className="code-block">pawl webhooks add order shop/orders</code>
          </EmptyState>
        ) : (
          <>
            <div className="trigger-filter">
              <ListSearch value={search.q} onChange={(q) => change({ q })} />
            </div>
            {found.length === 0 ? (
              <EmptyState title={t('triggers.nothingFound')}>
                <button type="button" className="btn" onClick={() => change({ q: undefined })}>
                  {t('triggers.clear')}
                </button>
              </EmptyState>
            ) : (
              <WebhooksTable rows={found} nameOf={nameOf} selected={search.show} />
            )}
            <MoreRows query={list} />
          </>
        )}
      </div>
      {search.act === 'try' ? (
        <OtherTrial />
      ) : (
        shown && <WebhookPanel webhook={shown} nameOf={nameOf} />
      )}
      {list.data && <WebhookSheets webhook={shown} />}
    </div>
  );
}

function WebhooksTable({
  rows,
  nameOf,
  selected,
}: {
  rows: readonly Webhook[];
  nameOf: (flow: string) => string;
  selected: string | undefined;
}) {
  const { t } = useText();
  const tenant = useSession().data?.tenant ?? 'default';
  return (
    <div
      className="trigger-scroll"
      role="region"
      aria-label={t('triggers.tab.webhooks')}
      tabIndex={0}
    >
      <table className="trigger-table webhooks">
        <thead>
          <tr>
            <th scope="col">{t('triggers.field.path')}</th>
            <th scope="col">{t('triggers.field.flow')}</th>
            <th scope="col">{t('triggers.field.style')}</th>
            <th scope="col" className="wide-only">
              {t('triggers.field.respond')}
            </th>
            <th scope="col" className="num starts" title={t('triggers.in24h')}>
              {t('triggers.column.today')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((webhook) => (
            <tr key={webhook.path} className={`row ${webhook.path === selected ? 'selected' : ''}`}>
              <td>
                <span className="flex items-center gap-1 min-w-0">
                  <Link
                    to="/triggers/$kind"
                    params={{ kind: 'webhooks' }}
                    search={(before) => ({ ...before, show: webhook.path, act: undefined })}
                    replace
                    className="row-open mono clip"
                    aria-current={webhook.path === selected ? 'true' : undefined}
                  >
                    {webhook.path}
                  </Link>
                  <span className="above">
                    <CopyButton
                      text={webhookUrl(location.origin, tenant, webhook)}
                      what={t('triggers.field.url')}
                    />
                  </span>
                </span>
              </td>
              <td>
                <span className="flex items-center gap-2 min-w-0">
                  <Icon of={ArrowRight} size="s" />
                  <span className="clip">{nameOf(webhook.flow)}</span>
                </span>
              </td>
              <td className="text-muted">
                <span className="flex items-center gap-2 min-w-0">
                  <span className="clip">
                    <SenderCheck webhook={webhook} />
                  </span>
                  {webhook.findings.length > 0 && (
                    <span
                      className="text-warn"
                      title={webhook.findings.map((one) => one.message).join('\n')}
                    >
                      <Icon of={TriangleAlert} size="s" />
                    </span>
                  )}
                </span>
              </td>
              <td className="text-muted wide-only">{t(`triggers.respond.${webhook.respond}`)}</td>
              <td className="num starts">
                <StartCount starts={webhook.starts} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
