import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { clearanceDueOn, clearanceLight, clearanceLights, clearancesContract, type ClearanceView } from '#shared/people/clearances.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { readParameter } from '#server/club/config/service.ts';
import { enterScope, everyClub, type Transaction, type Write } from '#server/platform/database/database.ts';
import { allow, clubAsked, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { ownPeople } from '../persons/service.ts';
import { person } from '../persons/table.ts';
import { isLastDayMissing, type Leading } from './service.ts';
import { clearance } from './table.ts';

const os = implementing(clearancesContract);
const peopleAtMost = 1000;

/** The offers that a person leads, and those of them that minors may attend. */
type Led = { offers: string[]; youthOffers: string[] };

/** Port: who leads current or future offers of a club. */
type Leaders = (tx: Transaction, club: ClubName) => Promise<readonly (Led & { personId: string })[]>;

type ClearancePorts = { leaders: Leaders; leading: Leading };

/** The inspected certificates of good conduct (§ 72a SGB VIII). */
export const clearancesApi = (ports: ClearancePorts) =>
  os.router({
    list: os.list.handler(({ context, input }) => {
      const club = clubAsked(context, 'clearances.manage', input.club);
      return context.read((tx) => readAll(tx, club, ports));
    }),

    mine: os.mine.handler(({ context }) => {
      const { userId } = signedIn(context);
      return context.read(async (tx) => {
        const people = (await ownPeople(tx, userId)).filter(({ relation, isClaimed }) => relation === 'self' && !isClaimed);
        await enterScope(tx, everyClub.club);
        const years = await readParameter(tx, 'people.clearanceYears');
        const ids = people.map(({ id }) => id);
        const rows = await tx.select().from(clearance).where(inArray(clearance.personId, ids)).orderBy(clearance.club);
        return rows.map(({ club, certificateOn, seenOn, result, dutyEndedOn }) => {
          const dueOn = clearanceDueOn(certificateOn, years);
          const noted = { certificateOn, seenOn, result, dutyEndedOn: dutyEndedOn ?? '' };
          return { club, certificateOn, seenOn, dueOn, light: clearanceLight(noted, dueOn, today()) };
        });
      });
    }),

    note: os.note.handler(({ context, input: { personId, version, ...noted } }) =>
      context.write(async (write) => {
        const of = await lockPerson(context, write.tx, personId);
        await enterScope(write.tx, of.club);
        if (noted.seenOn > today()) throw fieldProblem('seenOn', 'Dieser Tag liegt in der Zukunft.');
        if (noted.certificateOn > noted.seenOn) throw fieldProblem('certificateOn', 'Das Führungszeugnis ist älter als seine Einsicht.');
        const [before] = await write.tx.select().from(clearance).where(eq(clearance.personId, personId));
        if ((before?.version ?? 0) !== version) throw new Problem('conflict');
        const values = { ...noted, dutyEndedOn: noted.dutyEndedOn || null, seenBy: signedIn(context).userId, version: version + 1 };
        await write.tx
          .insert(clearance)
          .values({ personId, club: of.club, createdAt: now(), ...values })
          .onConflictDoUpdate({ target: clearance.personId, set: values });
        record(write, of, `Führungszeugnis eingesehen: ${fullName(of)}`);
        const [view] = await readAll(write.tx, of.club, ports, personId);
        if (!view) throw new Problem('not-found');
        return view;
      }),
    ),

    remove: os.remove.handler(({ context, input: { personId } }) =>
      context.write(async (write) => {
        const of = await lockPerson(context, write.tx, personId);
        await enterScope(write.tx, of.club);
        const gone = await write.tx.delete(clearance).where(eq(clearance.personId, personId)).returning();
        if (gone.length === 0) throw new Problem('not-found');
        record(write, of, `Eintrag zum Führungszeugnis gelöscht: ${fullName(of)}`);
        return { ok: true } as const;
      }),
    ),
  });

type PersonRow = typeof person.$inferSelect;

/** Locking the person serialises concurrent entries, even before the first one exists. */
async function lockPerson(context: Context, tx: Transaction, id: string): Promise<PersonRow> {
  const [row] = await tx
    .select()
    .from(person)
    .where(and(eq(person.id, id), isNull(person.mergedInto), isNull(person.anonymisedAt)))
    .for('update');
  if (!row) throw new Problem('not-found');
  allow(context, 'clearances.manage', targetOf(context, row.club));
  return row;
}

/** All trainers and all persons with a certificate, or one person only. */
async function readAll(tx: Transaction, club: ClubName, { leaders, leading }: ClearancePorts, only?: string): Promise<ClearanceView[]> {
  const ledBy = new Map((await leaders(tx, club)).map(({ personId, ...led }) => [personId, led]));
  const years = await readParameter(tx, 'people.clearanceYears');
  const noted = tx.select({ id: clearance.personId }).from(clearance).where(eq(clearance.club, club));
  const asked = only ? eq(person.id, only) : or(inArray(person.id, noted), inArray(person.id, [...ledBy.keys()]));
  const rows = await tx
    .select({
      person,
      clearance,
      seenBy: { firstname: appUser.firstname, lastname: appUser.lastname },
      isLastDayMissing: isLastDayMissing(leading),
      lastLedOn: leading.lastDay(person.id),
    })
    .from(person)
    .leftJoin(clearance, eq(clearance.personId, person.id))
    .leftJoin(appUser, eq(appUser.id, clearance.seenBy))
    .where(and(eq(person.club, club), isNull(person.mergedInto), isNull(person.anonymisedAt), asked))
    .orderBy(person.lastname, person.firstname, person.id)
    .limit(peopleAtMost);
  return rows
    .map((row) => toView(row, ledBy.get(row.person.id), years))
    .toSorted((a, b) => clearanceLights.indexOf(a.light) - clearanceLights.indexOf(b.light));
}

type Row = {
  person: PersonRow;
  clearance: typeof clearance.$inferSelect | null;
  seenBy: { firstname: string; lastname: string } | null;
  isLastDayMissing: boolean;
  lastLedOn: string | null;
};

function toView(
  { person: of, clearance: row, seenBy, isLastDayMissing: isMissing, lastLedOn }: Row,
  led: Led | undefined,
  years: number,
): ClearanceView {
  const noted = row && {
    certificateOn: row.certificateOn,
    seenOn: row.seenOn,
    result: row.result,
    dutyEndedOn: row.dutyEndedOn ?? '',
  };
  const dueOn = noted ? clearanceDueOn(noted.certificateOn, years) : '';
  return {
    personId: of.id,
    club: of.club,
    name: fullName(of),
    offers: led?.offers ?? [],
    youthOffers: led?.youthOffers ?? [],
    noted,
    seenBy: seenBy ? fullName(seenBy) : '',
    dueOn,
    lastDay: isMissing ? (lastLedOn ?? '') : '',
    light: clearanceLight(noted ?? undefined, dueOn, today()),
    version: row?.version ?? 0,
  };
}

/** Without the result, since the log outlives the entry. */
function record(write: Write, { id, club }: PersonRow, content: string): void {
  write.audit('clearances.manage', { club, id, entity: 'members' }, content);
  write.changed({ collection: 'members', club });
}
