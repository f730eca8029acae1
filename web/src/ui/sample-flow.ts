import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../api/client';
import { queryKeys } from '../api/query-keys';
import type { Flow } from '../api/types';
import { SAMPLE, SAMPLE_INPUT } from '../model/flow/sample';

/** Publishes the sample flow, starts it and opens its execution. */
export function useSampleFlow() {
  const cache = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async () => {
      await call<Flow>('/api/flows', {
        method: 'POST',
        change: 'example.publish',
        query: { publish: true },
        body: SAMPLE,
      });
      return call<{ id: string }>(`/api/flows/${SAMPLE.code}/execute`, {
        method: 'POST',
        change: 'example.start',
        query: { wait: 5 },
        body: { input: SAMPLE_INPUT },
      });
    },
    onSuccess: async ({ id }) => {
      await cache.invalidateQueries({ queryKey: queryKeys.flows() });
      await navigate({ to: '/executions/$id', params: { id } });
    },
  });
}
