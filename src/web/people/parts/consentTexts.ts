import { queryOptions } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { api } from '#web/lib/call/call.ts';

/** The current consent texts of a club; they change with its settings. */
export function consentTextsQuery(club: ClubName) {
  return queryOptions({ queryKey: ['config', 'consentTexts', club], queryFn: () => api.consentTexts.current({ club }) });
}
