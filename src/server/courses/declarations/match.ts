import { and, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import { fullNameOf } from '#server/platform/database/columns.ts';
import type { Declaration } from '#shared/courses/declarations.ts';
import { isSameName, namesMembership, namesOffer } from '#shared/courses/declarationRules.ts';
import { enrolmentSets } from '#shared/courses/enrolmentStates.ts';
import { leavesOn } from '#shared/courses/leaving.ts';
import type { LocalDate } from '#shared/kernel/calendar.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { event } from '#server/events/table.ts';
import { person } from '#server/people/persons/table.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { refOfRow, type CourseRow, type EnrolmentRow, type OfferingRef } from '../enrolments/counting.ts';
import { enrolment } from '../enrolments/table.ts';
import { course } from '../offers/table.ts';
import type { contractDeclaration } from './table.ts';

type Row = typeof contractDeclaration.$inferSelect;
type Sought = Pick<Row, 'club' | 'name' | 'email' | 'contract' | 'person'>;

const lookedAtMost = 200;

/** An active enrolment with the names and addresses known for its family. */
type Known = {
  row: EnrolmentRow;
  course: CourseRow | null;
  title: string;
  number: string;
  person: string;
  firstname: string;
  names: string[];
  addresses: string[];
};

/**
 * The enrolment that a declaration refers to, across all clubs. `matched` only if name, address and contract match
 * exactly one. If only the address differs, `elsewhere` is the known address. Requires a scope of all clubs.
 */
export async function findContract(
  tx: Transaction,
  sought: Sought,
): Promise<{ matched?: { id: string; club: Row['club']; ref: OfferingRef }; elsewhere?: string }> {
  if (namesMembership(sought.contract)) return {};
  const fitting = (await knownAs(tx, sought)).filter((one) => fits(one, sought));
  const byAddress = fitting.filter(({ addresses }) => addresses.includes(sought.email));
  const ofClub = byAddress.filter(({ row }) => row.club === sought.club);
  const [one, ...others] = ofClub.length > 0 ? ofClub : byAddress;
  if (one && others.length === 0) return { matched: { id: one.row.id, club: one.row.club, ref: refOfRow(one.row) } };
  const [stranger, ...more] = fitting;
  const address = !one && stranger && more.length === 0 ? stranger.addresses[0] : undefined;
  return address === undefined ? {} : { elsewhere: address };
}

/** The enrolments of a club that match the name or the address of a declaration, for selection by the board. */
export async function fittingFor(tx: Transaction, of: Sought & Pick<Row, 'enrolmentId'>, day: LocalDate): Promise<Declaration['fitting']> {
  const known = await knownAs(tx, of, eq(enrolment.club, of.club), of.enrolmentId ? eq(enrolment.id, of.enrolmentId) : undefined);
  return known.map(({ row, course: at, title, person: name, addresses }) => ({
    enrolmentId: row.id,
    title,
    name,
    email: addresses[0] ?? '',
    state: row.state,
    startsOn: row.startsOn,
    endsOnNotice: at?.kind === 'permanent' && row.state === 'confirmed' ? leavesOn(day, at, row.startsOn) : null,
  }));
}

function fits({ names, person: name, firstname, ...offer }: Known, { contract, person: whom, ...sender }: Sought): boolean {
  const isWhom = whom === '' || isSameName(whom, name) || isSameName(whom, firstname);
  return isWhom && names.some((one) => isSameName(one, sender.name)) && namesOffer(contract, offer);
}

async function knownAs(tx: Transaction, { name, email }: Sought, within?: SQL, also?: SQL): Promise<Known[]> {
  const isNamed = (of: SQL) => sql`lower(${of}) = ${name.toLowerCase()}`;
  const rows = await tx
    .select({ row: enrolment, course, event, person, user: appUser })
    .from(enrolment)
    .innerJoin(person, eq(person.id, enrolment.personId))
    .leftJoin(course, eq(course.id, enrolment.courseId))
    .leftJoin(event, eq(event.id, enrolment.eventId))
    .leftJoin(appUser, eq(appUser.id, enrolment.registeredBy))
    .where(
      or(
        also,
        and(
          within,
          inArray(enrolment.state, [...enrolmentSets.active]),
          or(
            sql`lower(${enrolment.contactEmail}) = ${email}`,
            sql`lower(${appUser.email}) = ${email}`,
            isNamed(fullNameOf(person)),
            isNamed(sql`${enrolment.guardianName}`),
            isNamed(fullNameOf(appUser)),
          ),
        ),
      ),
    )
    .orderBy(enrolment.registeredAt, enrolment.id)
    .limit(lookedAtMost);
  return rows.map(({ row, course: at, event: on, person: of, user }) => ({
    row,
    course: at,
    title: at?.title ?? on?.title ?? '',
    number: at?.number ?? '',
    person: fullName(of),
    firstname: of.firstname,
    names: [fullName(of), row.guardianName ?? '', user ? fullName(user) : ''],
    addresses: [row.contactEmail, user?.email].flatMap((one) => one?.toLowerCase() ?? []),
  }));
}
