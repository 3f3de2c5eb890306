import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

/** The user's own second factor. */
export const secondFactorQuery = queryOptions({ queryKey: ['profile', 'second-factor'], queryFn: () => api.secondFactor.read() });

/** Mutations of the user's own second factor; they also change the list of devices. */
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
