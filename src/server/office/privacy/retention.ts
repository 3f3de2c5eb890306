import { or, sql } from 'drizzle-orm';
import { readParameter } from '#server/club/config/service.ts';
import { today } from '#server/platform/process/clock.ts';
import { waitForRecords } from '#server/people/persons/service.ts';
import { person } from '#server/people/persons/table.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Services } from '#server/platform/http/context.ts';
import { everyClub, type Write } from '#server/platform/database/database.ts';
import type { PersonalData } from '#server/platform/database/personalData.ts';
import { forgetPerson } from './erase.ts';

const peopleAtOnce = 200;

/** Deletes expired records by the retention rules, each rule in its own write; the periods are config parameters. */
export async function forgetByRule({ database, log }: Services, data: readonly PersonalData[]): Promise<void> {
  const gone: { [name: string]: number } = {};
  for (const { name, forget } of data.toReversed().flatMap((one) => one.retention ?? []))
    gone[name] = (gone[name] ?? 0) + (await database.write(everyClub, forget));
  const people = await database.write(everyClub, (write) => forgetFormerPeople(write, data));
  log.info({ ...gone, people }, 'retention');
}

/** Erases persons who left years ago and guests who have not returned, in the same way as on request. */
async function forgetFormerPeople(write: Write, data: readonly PersonalData[]): Promise<number> {
  const years = await readParameter(write.tx, 'retention.formerMemberYears');
  const since = sql`(${today()}::date - make_interval(years => ${years}))::date`;
  const isNeeded = or(...data.flatMap((one) => one.isNeeded?.(person.id, since) ?? [])) ?? sql`false`;
  const { rows } = await write.tx.execute<{ id: string; club: ClubName }>(sql`
    select ${person.id} as id, ${person.club} as club from ${person}
    where ${person.anonymisedAt} is null and ${person.mergedInto} is null and ${person.createdAt} < ${since} and ${person.updatedAt} < ${since}
      and not ${isNeeded}
    order by ${person.id} limit ${peopleAtOnce}`);
  if (rows.length > 0) await waitForRecords(write.tx);
  for (const one of rows) await forgetPerson(write, data, one);
  for (const club of new Set(rows.map((row) => row.club)))
    write.audit(
      'gdpr.eraseSubject',
      { club, entity: 'participants', by: { name: 'Aufbewahrung' } },
      `Nach Ablauf der Frist gelöscht: ${rows.filter((row) => row.club === club).length} Personen`,
    );
  return rows.length;
}
