import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm';
import { isMinor } from '#shared/kernel/age.ts';
import type { LocalDate } from '#shared/kernel/calendar.ts';
import { fillEmergencyNumbers } from '#server/people/persons/service.ts';
import { person } from '#server/people/persons/table.ts';
import { enterScope, type Transaction } from '#server/platform/database/database.ts';
import type { Context, Services } from '#server/platform/http/context.ts';
import { requireFeature } from '#server/platform/http/features.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { postMail } from '#server/platform/mail/outbox.ts';
import { today } from '#server/platform/process/clock.ts';
import { siteOf } from '#server/platform/process/site.ts';
import { issueLink } from '#server/platform/secretLinks.ts';
import { enrolmentOf } from '../enrolments/guestApi.ts';
import { enrolment } from '../enrolments/table.ts';
import { course } from '../offers/table.ts';

/** Whether the link of an enrolment may give an emergency number: that of a minor with a seat who has none. */
export function isNumberMissing(context: Context, token: string): Promise<{ isMissing: boolean }> {
  return context.read(async (tx) => {
    const { isMissing } = await openedBy(context, tx, token);
    return { isMissing };
  });
}

/** Stores a missing emergency number by the link of an enrolment. A link may have been forwarded: it never replaces a number. */
export function setNumberByLink(context: Context, { token, phone }: { token: string; phone: string }): Promise<{ ok: true }> {
  return context.write(async (write) => {
    const { id, club, personId, isMissing, number, title } = await openedBy(context, write.tx, token);
    if (number === phone) return { ok: true };
    if (!isMissing) throw new Problem('wrong-state');
    await fillEmergencyNumbers(write.tx, new Map([[personId, phone]]));
    const by = { userId: context.viewer?.userId, name: context.viewer?.name ?? 'Über den Link in der Mail' };
    // The number is personal: the log only tells that there is one.
    write.audit('participants.manageByToken', { club, id, entity: 'participations', by }, `Notfallnummer eingetragen: ${title}`);
    write.changed({ collection: 'participants', club, entityId: personId });
    return { ok: true };
  });
}

async function openedBy(context: Context, tx: Transaction, token: string) {
  const { id, club } = await enrolmentOf(context, tx, token);
  await requireFeature(context, 'participants.manageByToken', club);
  await enterScope(tx, club);
  const [row] = await tx
    .select({
      personId: person.id,
      number: person.emergencyContactPhone,
      birthDate: person.birthDate,
      state: enrolment.state,
      title: course.title,
    })
    .from(enrolment)
    .innerJoin(person, eq(person.id, enrolment.personId))
    .innerJoin(course, eq(course.id, enrolment.courseId))
    .where(eq(enrolment.id, id));
  if (!row) throw new Problem('not-found');
  const { birthDate, state, ...rest } = row;
  return { ...rest, id, club, isMissing: !row.number && state === 'confirmed' && birthDate !== null && isMinor(birthDate, today()) };
}

/**
 * Asks the addresses of enrolments made without an account for the numbers of these children, in one mail per address and season with a
 * link per child. Returns the children asked for.
 */
export async function askGuestsForNumbers(
  { tx, settings }: { tx: Transaction; settings: Services['settings'] },
  personIds: readonly string[],
  season: LocalDate,
): Promise<string[]> {
  if (personIds.length === 0) return [];
  const rows = await tx
    .selectDistinctOn([person.firstname, person.id, enrolment.contactEmail], {
      id: enrolment.id,
      personId: person.id,
      firstname: person.firstname,
      email: enrolment.contactEmail,
      club: course.club,
    })
    .from(enrolment)
    .innerJoin(person, eq(person.id, enrolment.personId))
    .innerJoin(course, eq(course.id, enrolment.courseId))
    .where(and(inArray(person.id, [...personIds]), eq(enrolment.state, 'confirmed'), isNotNull(enrolment.contactEmail)))
    .orderBy(asc(person.firstname), asc(person.id), asc(enrolment.contactEmail), asc(enrolment.id));
  for (const [email, children] of Map.groupBy(rows, (row) => row.email)) {
    const [first] = children;
    if (!email || !first) continue;
    const names = new Intl.ListFormat('de-DE').format(children.map(({ firstname }) => firstname));
    const links: string[] = [];
    for (const { id, firstname, club } of children)
      links.push(`${firstname}: ${siteOf(settings, club)}/registration/${await issueLink(tx, enrolment, id)}`);
    await postMail(tx, {
      kind: 'manage',
      club: first.club,
      recipient: email,
      subject: `Notfallnummer fehlt: ${names}`,
      body: `Guten Tag,\n\nwen dürfen wir anrufen, wenn in der Halle etwas passiert? Für ${names} kennen wir noch keine Nummer. Sie tragen sie hier ein, ohne Konto:\n\n${links.join('\n')}\n`,
      onceKey: `emergency:${season}:${first.personId}:${email}`,
      subjectId: first.id,
    });
  }
  return rows.map(({ personId }) => personId);
}
