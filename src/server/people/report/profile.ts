import { and, eq } from 'drizzle-orm';
import { reportAdapterNames } from '#shared/people/report/reportAdapters.ts';
import type { ReportProfile } from '#shared/people/report/reportSnapshots.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { readParameter } from '#server/club/config/service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { reportProfile } from './table.ts';

/** The report settings of a club; before the first save, with the number from the club's parameters. */
export async function readProfile(tx: Transaction, club: ClubName): Promise<ReportProfile> {
  const [row] = await tx.select().from(reportProfile).where(eq(reportProfile.club, club));
  if (row) return { ...row, adapter: reportAdapterNames.find((name) => name === row.adapter) ?? 'other' };
  const clubNumber = (await readParameter(tx, `lsb.${club}.clubNumber`)).replaceAll(/\D/g, '');
  return { adapter: 'nrw', clubNumber, softwareKey: '', contactPerson: '', isMemberOf: [], version: 0 };
}

/** Saves the report settings of a club; throws 409 if they have been changed in the meantime. */
export async function writeProfile(tx: Transaction, club: ClubName, { version, ...values }: ReportProfile): Promise<ReportProfile> {
  const rows =
    version === 0
      ? await tx
          .insert(reportProfile)
          .values({ ...values, club })
          .onConflictDoNothing()
          .returning()
      : await tx
          .update(reportProfile)
          .set({ ...values, version: version + 1 })
          .where(and(eq(reportProfile.club, club), eq(reportProfile.version, version)))
          .returning();
  if (rows.length === 0) throw new Problem('conflict');
  return readProfile(tx, club);
}
