import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { isMinor } from '#shared/kernel/age.ts';
import { asksEmergency, type emergencyInput, type OwnPerson } from '#shared/people/people.ts';
import { needsWayHome } from '#shared/people/wayHome.ts';
import { localOf } from '#shared/kernel/calendar.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { enterScope } from '#server/platform/database/database.ts';
import { signedIn, type Context } from '#server/platform/http/context.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { ownPeople, type OwnPersonRow } from './service.ts';
import { person } from './table.ts';

/**
 * Sets the emergency contacts of a person of the user's family. The values are stored with the person only; the log
 * records just the change.
 */
export function setEmergencyContact(context: Context, input: z.output<typeof emergencyInput> & { id: string }): Promise<OwnPerson> {
  return context.write(async (write) => {
    const of = (await ownPeople(write.tx, signedIn(context).userId)).find(({ id }) => id === input.id);
    if (!of) throw new Problem('not-found');
    const { club, id } = of;
    if (input.goesHome === 'unknown' && needsWayHome(of.birthDate, today()))
      throw fieldProblem('goesHome', 'Bitte wählen Sie: Wird das Kind abgeholt, oder geht es allein?');
    await enterScope(write.tx, club);
    const emergencyContactName = (input.phone && input.name) || null;
    const emergencyContactPhone = input.phone || null;
    const { others: emergencyOthers, goesHome, collectors } = input;
    const [kept] = await write.tx
      .update(person)
      .set({
        emergencyContactName,
        emergencyContactPhone,
        emergencyOthers,
        goesHome,
        collectors,
        emergencyConfirmedOn: today(),
        updatedAt: now(),
        version: sql`${person.version} + 1`,
      })
      .where(eq(person.id, id))
      .returning();
    if (!kept) throw new Problem('not-found');
    write.changed({ collection: 'participants', club, entityId: id });
    write.audit('emergencyContacts.update', { club, id, entity: 'participants' }, `Notfallkontakt geändert: ${fullName(of)}`);
    return toOwnPerson({ ...kept, relation: of.relation });
  });
}

/** Records that the emergency number of a person of the user's family is still valid. */
export function confirmEmergencyContact(context: Context, id: string): Promise<OwnPerson> {
  return context.write(async (write) => {
    const of = (await ownPeople(write.tx, signedIn(context).userId)).find((one) => one.id === id);
    if (!of) throw new Problem('not-found');
    if (!of.emergencyContactPhone) throw new Problem('wrong-state');
    await enterScope(write.tx, of.club);
    const [kept] = await write.tx
      .update(person)
      .set({ emergencyConfirmedOn: today(), updatedAt: now(), version: sql`${person.version} + 1` })
      .where(eq(person.id, id))
      .returning();
    if (!kept) throw new Problem('not-found');
    write.changed({ collection: 'participants', club: of.club, entityId: id });
    write.audit('emergencyContacts.update', { club: of.club, id, entity: 'participants' }, `Notfallkontakt bestätigt: ${fullName(of)}`);
    return toOwnPerson({ ...kept, relation: of.relation });
  });
}

/** The data of a person that an account acting for them may read. */
export function toOwnPerson(row: OwnPersonRow & { isClaimed?: boolean }): OwnPerson {
  const { id, club, relation, firstname, lastname, birthDate, gender, emergencyContactName, emergencyContactPhone } = row;
  const { emergencyOthers, goesHome, collectors } = row;
  return {
    id,
    club,
    relation,
    firstname,
    lastname,
    birthDate,
    gender,
    emergencyContactName: emergencyContactName ?? '',
    emergencyContactPhone: emergencyContactPhone ?? '',
    emergencyOthers,
    goesHome,
    collectors,
    asksEmergency: asksEmergency(birthDate, emergencyContactPhone, row.emergencyConfirmedOn ?? localOf(row.createdAt).date, today()),
    mayBeChild: mayBeChild(row),
  };
}

/** Whether an account's person is a minor that it entered as itself, by its own statement. */
export function mayBeChild({ relation, birthDate, isClaimed }: OwnPersonRow & { isClaimed?: boolean }): boolean {
  return relation === 'self' && isClaimed === true && isMinor(birthDate, today());
}
