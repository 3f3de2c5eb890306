import { clubNames } from '#shared/kernel/clubs.ts';
import type { Write } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/database/ledger.ts';
import type { SeasonRow } from './view.ts';

/** Notes what was done to a season in the log of its manager, and notifies the browsers of all clubs that something changed. */
export function noteSeason(write: Write, { id, managerClub }: Pick<SeasonRow, 'id' | 'managerClub'>, content: string, by?: Actor): void {
  write.audit('seasons.plan', { club: managerClub, id, by }, content);
  for (const club of clubNames) write.changed({ collection: 'seasons', club, entityId: id });
}

/** The same for what is worked on by the manager alone: nobody else hears of it. */
export function noteManager(write: Write, { id, managerClub }: Pick<SeasonRow, 'id' | 'managerClub'>, content: string): void {
  write.audit('seasons.plan', { club: managerClub, id }, content);
  write.changed({ collection: 'seasons', club: managerClub, entityId: id });
}
