import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

type Api = typeof api.mailTemplates;

/** The board's mail templates. */
export function templatesQuery(club: ClubName) {
  return queryOptions({ queryKey: ['mails', 'templates', club], queryFn: () => api.mailTemplates.list({ club }) });
}

/** Creates, edits and deletes templates. */
export function useTemplateMutations() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['mails', 'templates'] });
  return {
    create: useMutation({ mutationFn: (input: Parameters<Api['create']>[0]) => api.mailTemplates.create(input), onSettled }),
    update: useMutation({ mutationFn: (input: Parameters<Api['update']>[0]) => api.mailTemplates.update(input), onSettled }),
    remove: useMutation({ mutationFn: (id: string) => api.mailTemplates.remove({ id }), onSettled }),
  };
}
