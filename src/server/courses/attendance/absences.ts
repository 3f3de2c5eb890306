import { and, asc, between, countDistinct, eq, gt, gte, inArray, or, type SQL } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { enrolmentSets } from '#shared/courses/enrolmentStates.ts';
import type { absenceInput, OwnAbsence } from '#shared/courses/replies.ts';
import { sessionSets } from '#shared/courses/sessionStates.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { ownPeople } from '#server/people/persons/service.ts';
import { actingAccess, person } from '#server/people/persons/table.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { signedIn, type Context } from '#server/platform/http/context.ts';
import { enterScope, type Transaction, type Write } from '#server/platform/database/database.ts';
import { requireFeature } from '#server/platform/http/features.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { courseSession } from '../offers/table.ts';
import { knownTo } from '../enrolments/service.ts';
import { enrolment } from '../enrolments/table.ts';
import { hasSeatThen } from './familySessions.ts';
import { absence } from './table.ts';

type Range = Pick<z.output<typeof absenceInput>, 'personIds' | 'from' | 'to'>;

/** Limit per account against abuse. */
const absencesAtMost = 40;

/** An unconfirmed access sees only absences entered by its own account. Requires a join with the access. */
const entered: SQL | undefined = or(eq(actingAccess.state, 'verified'), eq(absence.byUser, actingAccess.userId));

/** Current and future absences of all persons for whom a user may act. */
export async function ownAbsences(tx: Transaction, userId: string): Promise<OwnAbsence[]> {
  const rows = await tx
    .select({ absence, firstname: person.firstname })
    .from(absence)
    .innerJoin(person, eq(person.id, absence.personId))
    .innerJoin(actingAccess, and(eq(actingAccess.personId, absence.personId), eq(actingAccess.userId, userId), entered))
    .where(gte(absence.toOn, today()))
    .orderBy(asc(absence.fromOn), asc(person.firstname), asc(absence.id))
    .limit(100);
  return rows.map(({ absence: { id, fromOn, toOn, reason, note }, firstname }) => ({
    id,
    firstname,
    from: fromOn,
    to: toOn,
    reason,
    note,
  }));
}

/** The number of planned sessions of these persons within the given days. */
export async function countAffected(tx: Transaction, userId: string, { personIds, from, to }: Range): Promise<number> {
  const known = await knownTo(tx, userId);
  if (!known) return 0;
  const [row] = await tx
    .select({ sessions: countDistinct(courseSession.id) })
    .from(enrolment)
    .innerJoin(courseSession, hasSeatThen)
    .where(
      and(
        known,
        inArray(enrolment.personId, personIds),
        between(courseSession.localDate, from, to),
        inArray(courseSession.state, sessionSets.coming),
        gt(courseSession.endsAt, now()),
      ),
    );
  return row?.sessions ?? 0;
}

/** Enters an absence for several of the user's persons, each in their club, in one transaction. */
export function addAbsence(context: Context, input: z.output<typeof absenceInput>): Promise<{ ids: string[] }> {
  const { userId } = signedIn(context);
  if (input.to < today()) throw fieldProblem('to', 'Diese Tage sind schon vorbei.');
  return context.write(async (write) => {
    const own = await ownPeople(write.tx, userId);
    const chosen = own.filter(({ id }) => input.personIds.includes(id));
    if (chosen.length < new Set(input.personIds).size) throw new Problem('not-found');
    const ids: string[] = [];
    for (const one of chosen) {
      await requireFeature(context, 'absences.set', one.club);
      await enterScope(write.tx, one.club);
      const open = await write.tx.$count(absence, and(eq(absence.personId, one.id), gte(absence.toOn, today())));
      if (open >= absencesAtMost) throw new Problem('too-many-requests', { retryAfterSeconds: 3600 });
      const id = randomUUID();
      const { from: fromOn, to: toOn, reason, note } = input;
      await write.tx
        .insert(absence)
        .values({ id, club: one.club, personId: one.id, fromOn, toOn, reason, note, byUser: userId, at: now() });
      ids.push(id);
      // The reason of an absence is visible to the leaders of the sessions; it is not logged.
      write.audit(
        'absences.set',
        { club: one.club, id: one.id, entity: 'participants' },
        `Abwesend von ${germanDate(fromOn)} bis ${germanDate(toOn)}: ${fullName(one)}`,
      );
      await announceToLists(write, one);
    }
    return { ids };
  });
}

/** Deletes an absence. */
export function deleteAbsence(context: Context, id: string): Promise<{ ok: true }> {
  const { userId } = signedIn(context);
  return context.write(async (write) => {
    const [row] = await write.tx
      .select({ absence, firstname: person.firstname, lastname: person.lastname })
      .from(absence)
      .innerJoin(person, eq(person.id, absence.personId))
      .innerJoin(actingAccess, and(eq(actingAccess.personId, absence.personId), eq(actingAccess.userId, userId), entered))
      .where(eq(absence.id, id));
    if (!row) throw new Problem('not-found');
    const { club } = row.absence;
    await enterScope(write.tx, club);
    await write.tx.delete(absence).where(eq(absence.id, id));
    write.audit('absences.set', { club, id: row.absence.personId, entity: 'participants' }, `Abwesenheit zurückgenommen: ${fullName(row)}`);
    await announceToLists(write, { id: row.absence.personId, club });
    return { ok: true } as const;
  });
}

/** Publishes a change to all courses of a person, so that open attendance lists reload. */
async function announceToLists(write: Write, { id, club }: Pick<typeof person.$inferSelect, 'id' | 'club'>): Promise<void> {
  const rows = await write.tx
    .select({ courseId: enrolment.courseId })
    .from(enrolment)
    .where(and(eq(enrolment.personId, id), inArray(enrolment.state, enrolmentSets.attending)));
  for (const { courseId } of rows) if (courseId) write.changed({ collection: 'participations', club, entityId: courseId });
}
