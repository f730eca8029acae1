import { useNavigate, useSearch } from '@tanstack/react-router';
import { isAction, type Action } from '../../model/run/actions';

/** The sheet of an action that is open; it is in the URL, so that it can be shared and reloaded. */
export interface OpenAction {
  act: Action;
  /** The step that the action is about. */
  step?: string | undefined;
  /** The event, outcome or downstream that the action is about. */
  on?: string | undefined;
}

/** Returns the action whose sheet is open, and functions to open and close a sheet. */
export function useAction(): {
  action: OpenAction | null;
  open: (action: OpenAction) => void;
  close: () => void;
} {
  const { act, on, step } = useSearch({ from: '/executions/$id' });
  const navigate = useNavigate({ from: '/executions/$id' });
  return {
    action: isAction(act) ? { act, on, step } : null,
    open: (next) =>
      void navigate({
        search: (before) => ({
          ...before,
          act: next.act,
          on: next.on,
          step: next.step ?? before.step,
        }),
      }),
    close: () =>
      void navigate({
        search: (before) => ({ ...before, act: undefined, on: undefined }),
        replace: true,
      }),
  };
}
