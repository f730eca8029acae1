import { Link } from '@tanstack/react-router';
import {
  Check,
  CheckCheck,
  CircleDot,
  Ellipsis,
  ListTree,
  Link as LinkIcon,
  RotateCw,
  UserRound,
  type LucideIcon,
} from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useMay } from '../../../api/session';
import type { Family } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { actionsOf, type FamilyAction } from '../../../model/failures/family';
import { MAX_RETRYABLE } from '../../../model/failures/retry';
import { useCopy } from '../../../ui/copy';
import { GuardedButton } from '../../../ui/guarded-button';
import { Icon } from '../../../ui/icons';
import type { FailuresUrl } from '../use-failures';

const ICONS: Readonly<Record<FamilyAction, LucideIcon>> = {
  know: Check,
  assign: UserRound,
  resolve: CheckCheck,
  reopen: CircleDot,
};
/** The first ones are buttons, the others are in the menu. */
const BUTTONS = 2;

/** What can be done with a family; each action first says what it does. */
export function FamilyActions({
  family,
  isOpen,
  url,
}: {
  family: Family;
  isOpen: boolean;
  url: FailuresUrl;
}) {
  const { t, locale } = useText();
  const actions = actionsOf(family.status);
  const { retryable } = family;
  const count = `${retryable.toLocaleString(locale)}${retryable >= MAX_RETRYABLE ? '+' : ''}`;
  return (
    <div className="family-actions">
      <GuardedButton
        permission="OPERATE"
        className={`btn small ${isOpen ? 'primary' : ''}`}
        objection={retryable === 0 ? t('failures.nothingToRetry') : undefined}
        onClick={() => url.open(family.id, 'retry')}
      >
        <Icon of={RotateCw} size="s" />{' '}
        {retryable === 0 ? t('failures.action.retry') : t('failures.retry.count', { count })}
        {isOpen && <kbd>r</kbd>}
      </GuardedButton>
      {actions.slice(0, BUTTONS).map((action) => (
        <GuardedButton
          key={action}
          permission="OPERATE"
          className="btn small"
          onClick={() => url.open(family.id, action)}
        >
          {t(`failures.action.${action}`)}
        </GuardedButton>
      ))}
      <More family={family} actions={actions.slice(BUTTONS)} url={url} />
    </div>
  );
}

function More({
  family,
  actions,
  url,
}: {
  family: Family;
  actions: readonly FamilyAction[];
  url: FailuresUrl;
}) {
  const { t } = useText();
  const copy = useCopy();
  const mayOperate = useMay('OPERATE');
  const reason = mayOperate ? undefined : t('permission.OPERATE');
  const link = () => copy(`${location.origin}/failures/${family.id}`, t('failures.link'));
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        className="icon-btn"
        aria-label={t('failures.actionsOf', { name: family.state || family.flowName })}
      >
        <Icon of={Ellipsis} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="end" sideOffset={6}>
          {actions.map((action) => (
            <DropdownMenu.Item
              key={action}
              className="menu-item"
              disabled={!mayOperate}
              title={reason}
              onSelect={() => url.open(family.id, action)}
            >
              <Icon of={ICONS[action]} /> {t(`failures.action.${action}`)}
            </DropdownMenu.Item>
          ))}
          {reason && actions.length > 0 && <div className="menu-title">{reason}</div>}
          {actions.length > 0 && <DropdownMenu.Separator className="menu-line" />}
          <DropdownMenu.Item className="menu-item" asChild>
            <Link to="/executions" search={{ family: family.id }} className="quiet text-text">
              <Icon of={ListTree} /> {t('failures.showExecutions')}
            </Link>
          </DropdownMenu.Item>
          <DropdownMenu.Item className="menu-item" onSelect={link}>
            <Icon of={LinkIcon} /> {t('failures.copyLink')}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
