import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';
import { secondFactorQuery } from '../factors/queries.ts';
import { devicesQuery } from '../sessions/queries.ts';
import { makePasskey, usesSharedPasskeys } from './browser.ts';

/** The outcome of creating a passkey. */
export type Outcome = 'made' | 'not made' | 'has one';

/** The user's own passkeys, newest first. */
export const passkeysQuery = queryOptions({ queryKey: ['profile', 'passkeys'], queryFn: () => api.passkeys.list() });

/** Whether passkeys of all hosts work in this browser on this host; constant for the life of the page. */
export const sharedPasskeysQuery = queryOptions({ queryKey: ['shared-passkeys'], queryFn: usesSharedPasskeys, staleTime: Infinity });

/** Mutations of the user's own passkeys; most of them sign out other devices. */
export function usePasskeys() {
  const client = useQueryClient();
  const onSuccess = async () => {
    for (const { queryKey } of [passkeysQuery, secondFactorQuery, devicesQuery]) await client.invalidateQueries({ queryKey });
  };
  return {
    add: useMutation({
      mutationFn: async (name: string): Promise<Outcome> => {
        const isForAllHosts = await usesSharedPasskeys();
        const { options } = await api.passkeys.begin({ isForAllHosts });
        const response = await makePasskey(options);
        if (!response) return 'not made';
        if (response === 'has one') return response;
        await api.passkeys.add({ name, response, isForAllHosts });
        return 'made';
      },
      onSuccess,
    }),
    rename: useMutation({ mutationFn: (named: { id: string; name: string }) => api.passkeys.rename(named), onSuccess }),
    remove: useMutation({ mutationFn: (id: string) => api.passkeys.remove({ id }), onSuccess }),
  };
}
