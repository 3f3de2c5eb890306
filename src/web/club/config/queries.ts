import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { clubOfParameter, type ParameterName } from '#shared/club/config.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

/** The parameters; 'config' is the collection whose live notices refresh them. */
export const parametersQuery = queryOptions({ queryKey: ['config', 'parameters'], queryFn: () => api.config.list() });

/** Saves one parameter. */
export function useUpdateParameter() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: { name: ParameterName; value: unknown; version: number }) =>
      clubOfParameter(input.name) ? api.config.updateClub(input) : api.config.update(input),
    onSettled: () => client.invalidateQueries({ queryKey: parametersQuery.queryKey }),
  });
}
