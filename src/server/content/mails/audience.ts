import { and, eq, gt, gte, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm';
import { assignmentSets } from '#shared/helpers/helperListWords.ts';
import { enrolmentSets } from '#shared/courses/enrolmentStates.ts';
import { addDays, germanDate, localOf, timesInWords } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { isMinor } from '#shared/kernel/age.ts';
import type { Audience, LegalBasis } from '#shared/content/mails.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { course } from '#server/courses/offers/table.ts';
import { isMemberOn } from '#server/people/members/service.ts';
import { member, memberDepartment, memberSets } from '#server/people/members/table.ts';
import { helperList, assignment, shift } from '#server/helpers/lists/table.ts';
import { enrolment } from '#server/courses/enrolments/table.ts';
import { accountNames, mailAddresses } from '#server/people/persons/service.ts';
import { department } from '#server/club/departments/table.ts';
import { consent, person } from '#server/people/persons/table.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { refusedAddresses } from '#server/platform/mail/outbox.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { now, today } from '#server/platform/process/clock.ts';

const missingAtMost = 100;

type Named = { firstname: string; lastname: string };

/** One message: an address and the persons concerned. */
export type Recipient = {
  email: string;
  names: string[];
  firstnames: string[];
  /** Who is addressed: the persons themselves, of children the parent whose account has the address. */ readers: Named[];
  personIds: string[];
  isParent: boolean;
  /** The minutes credited to them as helpers. */ minutes: number;
  /** Their shifts in words, with the time. */ shifts: string[];
};

export type Recipients = {
  name: string;
  recipients: Recipient[];
  people: number;
  toParents: number;
  withoutAddress: number;
  /** The names of persons without an address; at most 100. */ missing: string[];
  withoutConsent: number;
  former: number;
  undeliverable: number;
};

type Help = Pick<Recipient, 'minutes' | 'shifts'>;

type Chosen = {
  name: string;
  personIds: string[];
  guests: ({ name: string; email: string } & Partial<Help>)[];
  /** For a helper list: what each person does, by id. */ help?: ReadonlyMap<string, Help>;
  /** The persons whose membership has ended. */ former?: ReadonlySet<string>;
};

/** Resolves an audience of a club to addresses: children to their parents, a shared address once, without duplicates. */
export async function recipientsOf(tx: Transaction, club: ClubName, audience: Audience, legalBasis: LegalBasis): Promise<Recipients> {
  const chosen = await choose(tx, club, audience);
  const consenting = legalBasis === 'consent' ? await withConsent(tx, chosen.personIds) : undefined;
  // With membership as the legal basis, former members are excluded; a consent is valid until it is withdrawn.
  const ids = chosen.personIds.filter((id) => (consenting ? consenting.has(id) : !chosen.former?.has(id)));
  const addresses = await mailAddresses(tx, ids);
  const byEmail = new Map<string, Recipient>();
  let toParents = 0;
  const missing: string[] = [];
  for (const one of await namesOf(tx, ids)) {
    const isParent = isMinor(one.birthDate, today());
    const found = addresses.get(one.id) ?? [];
    if (isParent && found.length > 0) toParents += 1;
    if (found.length === 0 && missing.length < missingAtMost) missing.push(fullName(one));
    for (const email of found) {
      const recipient = byEmail.get(email) ?? { email, personIds: [], ...readerNamed() };
      recipient.names.push(fullName(one));
      recipient.firstnames.push(one.firstname);
      recipient.personIds.push(one.id);
      recipient.isParent ||= isParent;
      if (!isParent) recipient.readers.push(one);
      addHelp(recipient, chosen.help?.get(one.id));
      byEmail.set(email, recipient);
    }
  }
  await addParents(tx, [...byEmail.values()]);
  // Guests consented to e-mails about their shift only, not to a newsletter.
  const guests = consenting ? [] : chosen.guests;
  for (const { name, email, minutes = 0, shifts = [] } of guests) {
    const known = byEmail.get(email);
    // A person signed up both with an account and as a guest gets one e-mail with all they do.
    if (known) addHelp(known, { minutes, shifts });
    else byEmail.set(email, { email, personIds: [], ...readerNamed(name), minutes, shifts });
  }
  const refused = await refusedAddresses(tx, [...byEmail.keys()]);
  return {
    name: chosen.name,
    recipients: [...byEmail.values()].filter(({ email }) => !refused.has(email)),
    people: chosen.personIds.length + chosen.guests.length,
    toParents,
    withoutAddress: ids.length - addresses.size,
    missing,
    withoutConsent: consenting ? chosen.personIds.length - ids.length + chosen.guests.length : 0,
    former: consenting ? 0 : (chosen.former?.size ?? 0),
    undeliverable: refused.size,
  };
}

/** The current name of an audience, for lists. */
export async function audienceName(tx: Transaction, club: ClubName, audience: Audience): Promise<string> {
  return (await choose(tx, club, audience)).name;
}

function choose(tx: Transaction, club: ClubName, audience: Audience): Promise<Chosen> {
  if (audience.kind === 'course') return ofCourse(tx, club, audience);
  if (audience.kind === 'helpers') return ofHelpers(tx, club, audience.id);
  if (audience.kind === 'department') return ofDepartment(tx, club, audience.id);
  if (audience.kind === 'chosen') return ofChosen(tx, club, audience.memberIds);
  return ofMembers(tx, club, audience);
}

async function ofCourse(tx: Transaction, club: ClubName, { id, who, personIds }: Audience & { kind: 'course' }): Promise<Chosen> {
  const [row] = await tx
    .select({ title: course.title })
    .from(course)
    .where(and(eq(course.id, id), eq(course.club, club)));
  if (!row) throw new Problem('not-found');
  const states = { placed: enrolmentSets.attending, waiting: enrolmentSets.queued, all: enrolmentSets.addressed };
  const rows = await tx
    .selectDistinct({ id: enrolment.personId, state: enrolment.state })
    .from(enrolment)
    .where(and(eq(enrolment.courseId, id), personIds && inArray(enrolment.personId, personIds)));
  // Who has left since then gets none; an unknown person is a mistake.
  const known = new Set(rows.map((one) => one.id));
  if (personIds?.some((one) => !known.has(one)))
    throw fieldProblem('audience.personIds', 'Jemand davon steht nicht mehr in der Liste des Angebots. Bitte wählen Sie neu.');
  const addressed = rows.filter(({ state }) => states[who].includes(state));
  const words = { placed: '', waiting: ' (Warteliste)', all: ' (mit Warteliste)' };
  return {
    name: `Kurs ${row.title}${personIds ? ' (Ausgewählte)' : words[who]}`,
    personIds: [...new Set(addressed.map((one) => one.id))],
    guests: [],
  };
}

async function ofHelpers(tx: Transaction, club: ClubName, id: string): Promise<Chosen> {
  const [row] = await tx
    .select({ title: helperList.title })
    .from(helperList)
    .where(and(eq(helperList.id, id), eq(helperList.club, club)));
  if (!row) throw new Problem('not-found');
  const rows = await tx
    .select({
      personId: assignment.personId,
      name: assignment.guestName,
      email: assignment.guestEmail,
      minutes: sql<number>`coalesce(${assignment.creditedMinutes}, 0)`,
      state: assignment.state,
      task: shift.task,
      startsAt: shift.startsAt,
      endsAt: shift.endsAt,
    })
    .from(assignment)
    .innerJoin(shift, eq(shift.id, assignment.shiftId))
    .where(
      and(
        eq(shift.helperListId, id),
        inArray(assignment.state, assignmentSets.addressed),
        // Standbys of a shift that has begun were not needed and are excluded.
        or(ne(assignment.state, 'standby'), gt(shift.startsAt, now())),
      ),
    )
    .orderBy(shift.startsAt, assignment.id);
  const people = new Map<string, Help>();
  const guests = new Map<string, { name: string; email: string } & Help>();
  for (const { personId, name, email, minutes, ...one } of rows) {
    const words = `${one.task} (${germanDate(localOf(one.startsAt).date)}, ${timesInWords(one)}${one.state === 'standby' ? ', Ersatzliste' : ''})`;
    const help = { minutes, shifts: [words] };
    const known = personId ? people.get(personId) : guests.get(email ?? '');
    if (known) addHelp(known, help);
    else if (personId) people.set(personId, help);
    else if (name && email) guests.set(email, { name, email, ...help });
  }
  return { name: row.title, personIds: [...people.keys()], guests: [...guests.values()], help: people };
}

/** Adds the parents by the names of their accounts; of a stored address without an account the name is unknown. */
async function addParents(tx: Transaction, recipients: readonly Recipient[]): Promise<void> {
  const toParents = recipients.filter(({ isParent }) => isParent);
  const children = toParents.flatMap(({ personIds }) => personIds);
  const accounts = await accountNames(tx, children);
  for (const { email, readers } of toParents) {
    const parent = accounts.get(email.toLowerCase());
    if (parent && !readers.some((one) => fullName(one) === fullName(parent))) readers.push(parent);
  }
}

/** Somebody to whom a mail is written, of whom only the name is known so far. */
export function readerNamed(name?: string): Omit<Recipient, 'email' | 'personIds'> {
  const names = name === undefined ? [] : [name];
  const [firstname = '', ...others] = name?.split(' ') ?? [];
  const readers = names.map(() => ({ firstname, lastname: others.join(' ').trim() }));
  return { names, firstnames: readers.map(({ firstname }) => firstname), readers, isParent: false, minutes: 0, shifts: [] };
}

function addHelp(to: Help, more: Help | undefined): void {
  to.minutes += more?.minutes ?? 0;
  to.shifts.push(...(more?.shifts ?? []));
}

async function ofDepartment(tx: Transaction, club: ClubName, id: string): Promise<Chosen> {
  const [row] = await tx
    .select({ name: department.name })
    .from(department)
    .where(and(eq(department.id, id), eq(department.club, club)));
  if (!row) throw new Problem('not-found');
  const { personIds } = await ofMembers(tx, club, {
    kind: 'members',
    departmentId: id,
    memberKind: null,
    gender: null,
    ageMin: null,
    ageMax: null,
  });
  return { name: `Abteilung ${row.name}`, personIds, guests: [] };
}

async function ofMembers(tx: Transaction, club: ClubName, filter: Audience & { kind: 'members' }): Promise<Chosen> {
  const day = today();
  const isInDepartment = sql`exists (select 1 from ${memberDepartment} where ${memberDepartment.memberId} = ${member.id}
    and ${memberDepartment.departmentId} = ${filter.departmentId} and ${memberDepartment.validFrom} <= ${day}
    and (${memberDepartment.validTo} is null or ${memberDepartment.validTo} >= ${day}))`;
  const rows = await tx
    .selectDistinct({ id: person.id })
    .from(member)
    .innerJoin(person, eq(person.id, member.personId))
    .where(
      and(
        eq(member.club, club),
        isMemberOn(day),
        filter.memberKind ? eq(member.kind, filter.memberKind) : undefined,
        filter.departmentId ? isInDepartment : undefined,
        filter.gender ? eq(person.gender, filter.gender) : undefined,
        filter.ageMin === null ? undefined : lte(person.birthDate, yearsBefore(day, filter.ageMin)),
        filter.ageMax === null ? undefined : gte(person.birthDate, addDays(yearsBefore(day, filter.ageMax + 1), 1)),
      ),
    );
  return { name: 'Mitglieder', personIds: rows.map((one) => one.id), guests: [] };
}

/** All or none: throws if a selected member is missing, because fewer recipients would go unnoticed. */
async function ofChosen(tx: Transaction, club: ClubName, memberIds: readonly string[]): Promise<Chosen> {
  const wanted = [...new Set(memberIds)];
  const rows = await tx
    .select({ personId: member.personId, isFormer: sql<boolean>`coalesce(${member.leftOn} < ${today()}, false)` })
    .from(member)
    .where(and(eq(member.club, club), inArray(member.id, wanted), inArray(member.status, memberSets.admitted)));
  const missing = wanted.length - rows.length;
  if (missing > 0)
    throw fieldProblem(
      'audience.memberIds',
      missing === 1
        ? 'Ein ausgewähltes Mitglied gibt es nicht mehr. Bitte wählen Sie neu.'
        : `${missing} der ausgewählten Mitglieder gibt es nicht mehr. Bitte wählen Sie neu.`,
    );
  const current = new Set(rows.flatMap(({ personId, isFormer }) => (isFormer ? [] : personId)));
  const personIds = [...new Set(rows.map(({ personId }) => personId))];
  return {
    name: wanted.length === 1 ? '1 ausgewähltes Mitglied' : `${wanted.length} ausgewählte Mitglieder`,
    personIds,
    guests: [],
    former: new Set(personIds.filter((id) => !current.has(id))),
  };
}

/** The latest birth date (YYYY-MM-DD) of persons who have reached an age on a day. */
function yearsBefore(day: string, years: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCFullYear(date.getUTCFullYear() - years);
  return date.toISOString().slice(0, 10);
}

async function withConsent(tx: Transaction, personIds: readonly string[]): Promise<Set<string>> {
  if (personIds.length === 0) return new Set();
  const rows = await tx
    .selectDistinct({ id: consent.personId })
    .from(consent)
    .where(and(inArray(consent.personId, [...personIds]), eq(consent.purpose, 'newsletter'), isNull(consent.revokedAt)));
  return new Set(rows.map(({ id }) => id));
}

async function namesOf(tx: Transaction, personIds: readonly string[]) {
  if (personIds.length === 0) return [];
  return tx
    .select({ id: person.id, firstname: person.firstname, lastname: person.lastname, birthDate: person.birthDate })
    .from(person)
    .where(inArray(person.id, [...personIds]))
    .orderBy(person.lastname, person.firstname, person.id);
}
