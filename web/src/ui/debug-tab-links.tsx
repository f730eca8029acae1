import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useText } from '../i18n/i18n';
import { visible } from '../model/text';
import { closeDebugTab, useDebugTabs } from './debug-tabs';
import { Icon } from './icons';

/** The executions of a flow that were opened in this window, as tabs that can be closed. */
export function DebugTabLinks({ flow }: { flow: string }) {
  const { t } = useText();
  const tabs = useDebugTabs().filter((tab) => tab.flow === flow);
  return tabs.map((tab) => {
    const name = visible(tab.name);
    return (
      <span key={tab.id} className="debug-tab">
        <Link
          to="/executions/$id"
          params={{ id: tab.id }}
          search={{}}
          title={t('debugTab.open', { name })}
        >
          <span className="clip">{name}</span>
        </Link>
        <button
          type="button"
          className="icon-btn small"
          aria-label={t('debugTab.close', { name })}
          title={t('debugTab.close', { name })}
          onClick={() => closeDebugTab(tab.id)}
        >
          <Icon of={X} size="xs" />
        </button>
      </span>
    );
  });
}
