import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

/** One's own second factor. */
export const secondFactorQuery = queryOptions({ queryKey: ['profile', 'second-factor'], queryFn: () => api.secondFactor.read() });

/** What one does with the own second factor; the devices change with it. */
export function useSecondFactor() {
  const client = useQueryClient();
  const onSuccess = async () => {
    await client.invalidateQueries({ queryKey: secondFactorQuery.queryKey });
    await client.invalidateQueries({ queryKey: ['devices'] });
  };
  return {
    begin: useMutation({ mutationFn: () => api.secondFactor.begin() }),
    confirm: useMutation({ mutationFn: (code: string) => api.secondFactor.confirm({ code }), onSuccess }),
    renewCodes: useMutation({ mutationFn: () => api.secondFactor.renewCodes(), onSuccess }),
    end: useMutation({ mutationFn: () => api.secondFactor.end(), onSuccess }),
  };
}
