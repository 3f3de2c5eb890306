import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

/** The preview of an erasure. */
export function previewQuery(id: string) {
  return queryOptions({ queryKey: ['participants', 'erasure', id], queryFn: () => api.privacy.preview({ id }), retry: false });
}

/** The consents of a club, of persons with a matching name, or of one person. */
export function consentsQuery(club: ClubName, { personId, search = '' }: { personId?: string | undefined; search?: string }) {
  return queryOptions({
    queryKey: ['participants', 'consents', club, personId, search],
    queryFn: () => api.privacy.consents({ club, personId, search }),
    placeholderData: keepPreviousData,
  });
}

/** Who viewed the most sensitive data of the viewer and their children. */
export const ownViewsQuery = queryOptions({ queryKey: ['audit', 'ownViews'], queryFn: () => api.privacy.views() });

/** The retention rules, which are config parameters. */
export const rulesQuery = queryOptions({ queryKey: ['config', 'parameters'], queryFn: () => api.config.list() });

/** The consent texts of a club in all versions. */
export function consentTextsQuery(club: ClubName) {
  return queryOptions({ queryKey: ['config', 'consentTexts', 'all', club], queryFn: () => api.consentTexts.list({ club }) });
}

/** The board's mutations of consent texts. */
export function useConsentTextMutations() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['config', 'consentTexts'] });
  return {
    create: useMutation({
      mutationFn: (input: Parameters<typeof api.consentTexts.create>[0]) => api.consentTexts.create(input),
      onSettled,
    }),
    remove: useMutation({ mutationFn: (id: string) => api.consentTexts.delete({ id }), onSettled }),
  };
}

/** The data processors of a club. */
export function processorsQuery(club: ClubName) {
  return queryOptions({ queryKey: ['privacyCases', 'processors', club], queryFn: () => api.processors.list({ club }) });
}

/** The board's mutations of data processors. */
export function useProcessors() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['privacyCases', 'processors'] });
  return {
    create: useMutation({ mutationFn: (input: Parameters<typeof api.processors.create>[0]) => api.processors.create(input), onSettled }),
    update: useMutation({ mutationFn: (input: Parameters<typeof api.processors.update>[0]) => api.processors.update(input), onSettled }),
    remove: useMutation({ mutationFn: (id: string) => api.processors.delete({ id }), onSettled }),
  };
}

/** The board's mutations for the rights of a person. */
export function usePrivacyMutations() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['participants'] });
  return {
    export: useMutation({ mutationFn: (id: string) => api.privacy.export({ id }) }),
    erase: useMutation({
      mutationFn: (input: { id: string; name: string; version: number }) => api.privacy.erase(input),
      onSettled,
    }),
    withdraw: useMutation({ mutationFn: (id: string) => api.privacy.withdraw({ id }), onSettled }),
  };
}
