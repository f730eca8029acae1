import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { queryKeys } from '../api/query-keys';
import { forgetData, queryClient } from './query-client';

const readSession = (tenant: string, user: string) =>
  queryClient.fetchQuery({
    queryKey: queryKeys.session,
    queryFn: () => Promise.resolve({ tenant, user }),
    staleTime: 0,
  });
const flows = () => queryClient.getQueryData(queryKeys.flows());

afterEach(() => queryClient.clear());

test('should forget what was read when the session is that of another tenant or user', async () => {
  await readSession('acme', 'ana');
  queryClient.setQueryData(queryKeys.flows(), ['of acme']);
  await readSession('acme', 'ana');
  expect(flows()).toEqual(['of acme']);

  await readSession('globex', 'ana');
  expect(flows()).toBeUndefined();

  queryClient.setQueryData(queryKeys.flows(), ['of ana']);
  await readSession('globex', 'bo');
  expect(flows()).toBeUndefined();
});

test('should forget what was read on sign-in, but keep the session that is shown', () => {
  queryClient.setQueryData(queryKeys.flows(), ['old']);
  queryClient.setQueryData(queryKeys.session, { tenant: 'acme', user: 'ana' });
  const observer = new QueryObserver(queryClient, {
    queryKey: queryKeys.session,
    enabled: false,
  });
  const stop = observer.subscribe(() => {});

  forgetData();

  expect(flows()).toBeUndefined();
  expect(queryClient.getQueryState(queryKeys.session)).toBeDefined();
  stop();
});
