import { X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { createContext, useCallback, useContext, useState, type ReactNode } from 'react';
import { useText } from '../i18n/i18n';
import { Icon } from './icons';

interface ToastAction {
  text: string;
  onPress: () => void;
}

type ShowToast = (message: string, action?: ToastAction) => void;

const ToastContext = createContext<ShowToast>(() => {});

/** Returns the function that shows a message for a few seconds, and what can be done about it. */
export function useToast(): ShowToast {
  return useContext(ToastContext);
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const { t } = useText();
  const [shown, setShown] = useState<
    { key: number; message: string; action: ToastAction | undefined }[]
  >([]);
  const show = useCallback<ShowToast>((message, action) => {
    setShown((before) => [
      ...before.slice(-2),
      { key: Date.now() + Math.random(), message, action },
    ]);
  }, []);
  return (
    <Toast.Provider duration={5_000} label={t('toast.label')}>
      <ToastContext value={show}>{children}</ToastContext>
      {shown.map(({ key, message, action }) => (
        <Toast.Root
          key={key}
          className="toast"
          onOpenChange={(open) => {
            if (!open) setShown((before) => before.filter((one) => one.key !== key));
          }}
        >
          <Toast.Title>{message}</Toast.Title>
          {action && (
            <Toast.Action className="btn small" altText={action.text} onClick={action.onPress}>
              {action.text}
            </Toast.Action>
          )}
          <Toast.Close className="icon-btn small" aria-label={t('action.close')}>
            <Icon of={X} size="s" />
          </Toast.Close>
        </Toast.Root>
      ))}
      <Toast.Viewport className="toasts" label={t('toast.region')} />
    </Toast.Provider>
  );
}
