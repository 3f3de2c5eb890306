import { and, asc, desc, eq, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { course, courseSession } from '#server/courses/offers/table.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import { hallRatesContract } from '#shared/office/hallRates.ts';
import { euros } from '#shared/kernel/money.ts';
import { facility } from '#server/halls/facilities/table.ts';
import { allow, clubAsked, signedIn, targetOf } from '#server/platform/http/context.ts';
import { enterScope, type Write } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { hallRate } from './table.ts';

const os = implementing(hallRatesContract);

/** The hall rates of a club. */
export const hallRatesApi = os.router({
  list: os.list.handler(({ context, input }) => {
    const club = clubAsked(context, 'courseStat.read', input.club);
    return context.read(async (tx) => {
      await enterScope(tx, club);
      const rates = await tx
        .select({
          id: hallRate.id,
          hall: sql<string>`coalesce(${facility.name}, '')`,
          centsPerHour: hallRate.cents,
          validFrom: hallRate.validFrom,
        })
        .from(hallRate)
        .leftJoin(facility, eq(facility.id, hallRate.facilityId))
        .where(eq(hallRate.club, club))
        .orderBy(sql`${facility.name} nulls first`, desc(hallRate.validFrom), hallRate.id)
        .limit(500);
      // An exists query per date, which stops at the first date of the club; as a join, all courses of the club were read for each hall.
      const halls = await tx
        .select({ id: facility.id, name: facility.name })
        .from(facility)
        .where(
          sql`${facility.managerClub} = ${club} or exists (
            select 1 from ${courseSession} where ${courseSession.facilityId} = ${facility.id}
              and (select ${course.club} from ${course} where ${course.id} = ${courseSession.courseId}) = ${club})`,
        )
        .orderBy(asc(facility.name), facility.id)
        .limit(500);
      return { rates, halls };
    });
  }),

  add: os.add.handler(({ context, input: { facilityId, centsPerHour: cents, validFrom } }) =>
    context.write(async (write) => {
      const { club } = signedIn(context);
      allow(context, 'charges.manage', targetOf(context, club));
      const [hall] = facilityId ? await write.tx.select().from(facility).where(eq(facility.id, facilityId)) : [];
      if (facilityId && !hall) throw fieldProblem('facilityId', 'Diese Halle gibt es nicht.');
      const [made] = await write.tx
        .insert(hallRate)
        .values({ id: randomUUID(), club, facilityId, cents, validFrom })
        .onConflictDoNothing()
        .returning();
      if (!made) throw fieldProblem('validFrom', 'Ab diesem Tag gilt schon ein Satz. Bitte löschen Sie ihn zuerst.');
      record(
        write,
        club,
        `Hallenkosten festgelegt: ${euros(cents)} je Stunde für ${hall?.name ?? 'alle Hallen'} ab ${germanDate(validFrom)}`,
      );
      return { ok: true } as const;
    }),
  ),

  remove: os.remove.handler(({ context, input }) =>
    context.write(async (write) => {
      const [row] = await write.tx.select().from(hallRate).where(eq(hallRate.id, input.id));
      if (!row) throw new Problem('not-found');
      allow(context, 'charges.manage', targetOf(context, row.club));
      await write.tx.delete(hallRate).where(and(eq(hallRate.id, row.id), eq(hallRate.club, row.club)));
      record(write, row.club, `Hallenkosten gelöscht: ${euros(row.cents)} je Stunde ab ${germanDate(row.validFrom)}`);
      return { ok: true } as const;
    }),
  ),
});

function record(write: Write, club: ClubName, content: string): void {
  write.audit('charges.manage', { club }, content);
  write.changed({ collection: 'charges', club });
}
