import { useInfiniteQuery } from '@tanstack/react-query';
import { bindingsQuery } from '../queries';
import { TrialPanel } from './trial-panel';

/** The trial of an event beside a list that is not that of the bindings. */
export function OtherTrial() {
  const list = useInfiniteQuery(bindingsQuery);
  return <TrialPanel bindings={list.data?.pages.flatMap((page) => page.items) ?? []} />;
}
