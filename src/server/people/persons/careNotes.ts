import { and, eq, isNotNull, isNull, not, or, sql, type SQL } from 'drizzle-orm';
import type { WayHomeChoice } from '#shared/people/wayHome.ts';
import { isAmong } from '#server/platform/database/columns.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { Subject } from '#server/platform/database/personalData.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { careNote, person } from './table.ts';

/** Stores the health note of a person; every read access is logged. */
export async function keepHealthNote(tx: Transaction, { id, club }: Pick<Subject, 'id' | 'club'>, healthNote: string): Promise<void> {
  const values = { healthNote, updatedAt: now() };
  await tx
    .insert(careNote)
    .values({ personId: id, club, ...values })
    .onConflictDoUpdate({ target: careNote.personId, set: values });
}

/** Deletes health notes that have not been changed for a number of days and are not needed; returns their number. */
export async function forgetHealthNotes(tx: Transaction, days: number, isNeeded: SQL): Promise<number> {
  const rows = await tx
    .update(careNote)
    .set({ healthNote: null, allergies: null, updatedAt: now() })
    .where(
      and(
        or(isNotNull(careNote.healthNote), isNotNull(careNote.allergies)),
        sql`${careNote.updatedAt} < ${now()}::timestamptz - make_interval(days => ${days})`,
        not(isNeeded),
      ),
    )
    .returning({ id: careNote.personId });
  return rows.length;
}

/** Stores emergency numbers given with an enrolment, for persons without one. The transaction must be in their club's scope. */
export async function fillEmergencyNumbers(tx: Transaction, numbers: ReadonlyMap<string, string>): Promise<void> {
  for (const [id, emergencyContactPhone] of numbers)
    if (emergencyContactPhone)
      await tx
        .update(person)
        .set({ emergencyContactPhone, emergencyConfirmedOn: today(), updatedAt: now(), version: sql`${person.version} + 1` })
        .where(and(eq(person.id, id), isNull(person.emergencyContactPhone)));
}

/** Stores how children get home, for those without a statement. The transaction must be in their club's scope. */
export async function fillWaysHome(tx: Transaction, ways: ReadonlyMap<string, WayHomeChoice | undefined>): Promise<void> {
  for (const [id, goesHome] of ways)
    if (goesHome)
      await tx
        .update(person)
        .set({ goesHome, updatedAt: now(), version: sql`${person.version} + 1` })
        .where(and(eq(person.id, id), eq(person.goesHome, 'unknown')));
}

/** Notes that the families of these persons were told today that the emergency number is missing. */
export async function noteAskedForNumbers(tx: Transaction, personIds: readonly string[]): Promise<void> {
  if (personIds.length > 0) await tx.update(person).set({ emergencyAskedOn: today() }).where(isAmong(person.id, personIds));
}
