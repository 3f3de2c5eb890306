import { and, eq, inArray, not } from 'drizzle-orm';
import { hourSheetSets } from '#shared/money/hours.ts';
import type { PersonalData } from '#server/platform/database/personalData.ts';
import { hourEntry, hourSheet, trainerRate } from './table.ts';

/** The hours of trainers, and their rates. */
export const hoursData: PersonalData = {
  records: [
    { title: 'Stundennachweise', by: [hourSheet.personId] },
    { title: 'Stunden', by: [hourEntry.sheetId], of: hourSheet },
    { title: 'Vergütung', by: [trainerRate.personId] },
  ],
  blockers: async (tx, { id }) => {
    const unpaid = await tx.$count(hourSheet, and(eq(hourSheet.personId, id), inArray(hourSheet.state, hourSheetSets.unpaid)));
    return unpaid > 0 ? [`Stundennachweise noch nicht ausgezahlt: ${unpaid}. Bitte zuerst abschließen oder zurückgeben.`] : [];
  },
  stays: async (tx, { id }) => {
    const count = await tx.$count(hourSheet, and(eq(hourSheet.personId, id), not(inArray(hourSheet.state, hourSheetSets.unsubmitted))));
    return [
      {
        what: count === 1 ? 'Stundennachweis' : 'Stundennachweise',
        count,
        until: null,
        why: 'Beleg für gezahlte Vergütungen (§ 147 AO), nur noch mit Pseudonym',
      },
    ];
  },
  erase: async (tx, { id }) => {
    await tx.delete(hourSheet).where(and(eq(hourSheet.personId, id), inArray(hourSheet.state, hourSheetSets.unsubmitted)));
    await tx.update(hourSheet).set({ rejectReason: '' }).where(eq(hourSheet.personId, id));
    await tx.update(hourEntry).set({ note: '' }).where(eq(hourEntry.personId, id));
    await tx.delete(trainerRate).where(eq(trainerRate.personId, id));
  },
  // The sessions on a sheet reference the trainer too, so that none is paid twice.
  moves: [hourSheet.personId, hourEntry.personId, trainerRate.personId],
  accounts: [hourSheet.approvedBy],
};
