import { X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { createContext, useCallback, useContext, useState, type ReactNode } from 'react';
import { useText } from '../i18n/i18n';
import { Icon } from './icons';

const ToastContext = createContext<(message: string) => void>(() => {});

/** Returns the function that shows a message for a few seconds. */
export function useToast(): (message: string) => void {
  return useContext(ToastContext);
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const { t } = useText();
  const [shown, setShown] = useState<{ key: number; message: string }[]>([]);
  const show = useCallback((message: string) => {
    setShown((before) => [...before.slice(-2), { key: Date.now() + Math.random(), message }]);
  }, []);
  return (
    <Toast.Provider duration={5_000} label={t('toast.label')}>
      <ToastContext value={show}>{children}</ToastContext>
      {shown.map(({ key, message }) => (
        <Toast.Root
          key={key}
          className="toast"
          onOpenChange={(open) => {
            if (!open) setShown((before) => before.filter((one) => one.key !== key));
          }}
        >
          <Toast.Title>{message}</Toast.Title>
          <Toast.Close className="icon-btn small" aria-label={t('action.close')}>
            <Icon of={X} size="s" />
          </Toast.Close>
        </Toast.Root>
      ))}
      <Toast.Viewport className="toasts" label={t('toast.region')} />
    </Toast.Provider>
  );
}
