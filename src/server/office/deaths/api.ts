import { and, eq, isNull } from 'drizzle-orm';
import { germanDate } from '#shared/kernel/calendar.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { deathsContract, type Death } from '#shared/office/deaths.ts';
import { readSubjects, setDeath, type PersonRow } from '#server/people/persons/service.ts';
import { person } from '#server/people/persons/table.ts';
import { oneByOne, type Transaction, type Write } from '#server/platform/database/database.ts';
import type { Row } from '#server/platform/database/auditAndNotices.ts';
import type { EndingWrite, PersonalData, Subject } from '#server/platform/database/personalData.ts';
import { allow, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { today } from '#server/platform/process/clock.ts';

const os = implementing(deathsContract);

/** Records a death; each module ends its own records of the person. */
export const deathsApi = (data: readonly PersonalData[]) =>
  os.router({
    read: os.read.handler(({ context, input }) =>
      context.read(async (tx) => {
        const row = await readPerson(context, tx, input.id);
        return deathOf(row, await lifeEndOf(tx, data, row));
      }),
    ),

    note: os.note.handler(({ context, input: { id, version, diedOn } }) =>
      context.write(async (write) => {
        const row = await changeable(context, write.tx, id, version);
        if (row.diedOn) throw new Problem('wrong-state');
        if (diedOn > today()) throw fieldProblem('diedOn', 'Bitte kein Tag in der Zukunft.');
        if (row.birthDate && diedOn < row.birthDate) throw fieldProblem('diedOn', 'Bitte kein Tag vor der Geburt.');
        const before = await lifeEndOf(write.tx, data, row);
        await endLife({ write, settings: context.settings, actor: signedIn(context) }, data, row.id, diedOn);
        const after = await setDeath(write.tx, row, diedOn);
        record(write, row, `Todesfall eingetragen: ${fullName(row)}, verstorben am ${germanDate(diedOn)}`, {
          before: { email: row.email, phone: row.phone, mobile: row.mobile },
          after: { diedOn, ended: before.ends },
        });
        return deathOf(after, { ends: before.ends, remains: (await lifeEndOf(write.tx, data, after)).remains });
      }),
    ),

    takeBack: os.takeBack.handler(({ context, input: { id, version } }) =>
      context.write(async (write) => {
        const row = await changeable(context, write.tx, id, version);
        if (!row.diedOn) throw new Problem('wrong-state');
        const after = await setDeath(write.tx, row, null);
        record(write, row, `Eintrag eines Todesfalls zurückgenommen: ${fullName(row)}`, { before: { diedOn: row.diedOn } });
        return deathOf(after, await lifeEndOf(write.tx, data, after));
      }),
    ),
  });

type Ends = { ends: string[]; remains: string[] };

async function lifeEndOf(tx: Transaction, data: readonly PersonalData[], row: PersonRow): Promise<Ends> {
  const subject = await subjectOf(tx, row.id);
  const all = await oneByOne(data, async ({ atDeath }) => (await atDeath?.(tx, subject)) ?? {});
  return { ends: all.flatMap(({ ends = [] }) => ends), remains: all.flatMap(({ remains = [] }) => remains) };
}

/** In reverse order: records found through a membership or an account are ended before these. */
async function endLife(needs: EndingWrite, data: readonly PersonalData[], id: string, day: string): Promise<void> {
  const subject = await subjectOf(needs.write.tx, id);
  for (const { endLife: end } of data.toReversed()) await end?.(needs, subject, day);
}

async function subjectOf(tx: Transaction, id: string): Promise<Subject> {
  const [subject] = await readSubjects(tx, [id]);
  if (!subject) throw new Problem('not-found');
  return subject;
}

/** Locks against changes of this record only; courses locked later may still reference it. */
async function changeable(context: Context, tx: Transaction, id: string, version: number): Promise<PersonRow> {
  const row = await readPerson(context, tx, id, 'no key update');
  if (row.version !== version) throw new Problem('conflict');
  return row;
}

async function readPerson(context: Context, tx: Transaction, id: string, lock?: 'no key update'): Promise<PersonRow> {
  const query = tx
    .select()
    .from(person)
    .where(and(eq(person.id, id), isNull(person.anonymisedAt), isNull(person.mergedInto)));
  const [row] = await (lock ? query.for(lock) : query);
  if (!row) throw new Problem('not-found');
  allow(context, 'members.noteDeath', targetOf(context, row.club));
  return row;
}

function deathOf(row: PersonRow, { ends, remains }: Ends): Death {
  return { id: row.id, club: row.club, name: fullName(row), diedOn: row.diedOn, ends, remains, version: row.version };
}

function record(write: Write, { id, club }: PersonRow, content: string, change: { before?: Row; after?: Row }): void {
  write.audit('members.noteDeath', { club, id, entity: 'participants' }, content, change);
  for (const collection of ['members', 'participants', 'participations', 'users', 'charges'] as const)
    write.changed({ collection, club, entityId: id });
}
