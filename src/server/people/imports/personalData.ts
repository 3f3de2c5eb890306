import { and, eq, isNotNull, ne, or } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { PersonalData } from '#server/platform/database/personalData.ts';
import { sealedFile } from '#server/platform/database/sealing.ts';
import { memberImport } from './table.ts';

/** Imported member files. They would restore an erased person, or name them in their errors. */
export const importsData: PersonalData = {
  goes: async (tx, { club }) => [
    {
      what: 'Zwischengespeicherte Importdateien des Vereins',
      count: await tx.$count(memberImport, and(isReadIn(club), isNotNull(memberImport.content))),
    },
  ],
  erase: async (tx, { club }) => {
    await tx
      .update(memberImport)
      .set({ content: null, faults: null })
      .where(and(isReadIn(club), or(isNotNull(memberImport.content), isNotNull(memberImport.faults))));
  },
  sealed: [sealedFile(memberImport.content)],
  accounts: [memberImport.createdBy],
  mayName: [memberImport.createdByName],
};

function isReadIn(club: ClubName) {
  return and(eq(memberImport.club, club), ne(memberImport.state, 'running'));
}
