import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { isMinor } from '#shared/kernel/age.ts';
import { localOf } from '#shared/kernel/calendar.ts';
import type { ofAgeSubjects } from '#shared/people/ofAge/contract.ts';
import { everyClub, type Transaction } from '#server/platform/database/database.ts';
import type { Services } from '#server/platform/http/context.ts';
import { postMails } from '#server/platform/mail/outbox.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { siteOf } from '#server/platform/process/site.ts';
import { mailAddresses, type OwnPersonRow, type PersonRow } from '../persons/service.ts';
import { actingAccess, person } from '../persons/table.ts';
import { ofAgeAnswer } from './table.ts';

type Subject = (typeof ofAgeSubjects)[number];

/** The number of days after the birthday within which a missed run is caught up. */
const madeUpDays = 6;

/** Whether a person came of age while the club had their record, so that others decided for them before. */
export function cameOfAge({ birthDate, createdAt }: Pick<PersonRow, 'birthDate' | 'createdAt'>): boolean {
  return birthDate !== null && !isMinor(birthDate, today()) && isMinor(birthDate, localOf(createdAt).date);
}

/** Records that a person answered for themselves, if applicable; returns whether it did. */
export async function keepAnswer(tx: Transaction, of: OwnPersonRow, subject: Subject): Promise<boolean> {
  if (of.relation !== 'self' || !cameOfAge(of)) return false;
  const kept = await tx
    .insert(ofAgeAnswer)
    .values({ personId: of.id, club: of.club, subject, answeredAt: now() })
    .onConflictDoNothing()
    .returning();
  return kept.length > 0;
}

/** Sends a mail to persons with an account who came of age about the decisions that are now theirs. Called by a daily job. */
export async function notifyOfComingOfAge({ database, settings }: Pick<Services, 'database' | 'settings'>): Promise<void> {
  await database.write(everyClub, async ({ tx }) => {
    const birthday = sql`(${person.birthDate} + interval '18 years')::date`;
    const people = await tx
      .select()
      .from(person)
      .where(
        and(
          sql`${birthday} between ${today()}::date - ${madeUpDays}::int and ${today()}::date`,
          isNull(person.anonymisedAt),
          isNull(person.mergedInto),
          inArray(person.id, tx.select({ id: actingAccess.personId }).from(actingAccess).where(eq(actingAccess.relation, 'self'))),
        ),
      )
      .limit(500);
    const due = people.filter(cameOfAge);
    const addresses = await mailAddresses(
      tx,
      due.map(({ id }) => id),
    );
    await postMails(
      tx,
      due.flatMap(({ id, club, firstname }) =>
        (addresses.get(id) ?? []).map((recipient) => ({
          kind: 'notice' as const,
          club,
          recipient,
          onceKey: `of-age:${id}:${recipient}`,
          subject: 'Mit 18 entscheiden Sie selbst',
          body: `Guten Tag ${firstname},\n\nSie sind jetzt volljährig. Bisher haben andere für Sie entschieden; bitte prüfen Sie selbst:\n\n– wie der Verein Sie erreicht und wen er im Notfall anruft\n– von welchem Konto bezahlt wird\n– worin Sie einwilligen\n\n${siteOf(settings, club)}/profile/consents\n`,
        })),
      ),
    );
  });
}
