import { and, eq, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { addDays, instantOf, localOf } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { configParameter } from '#server/club/config/table.ts';
import { holidayChild, holidayGroup, holidayOffer, holidayRound, holidayWish } from '#server/courses/holiday/table.ts';
import { course, coursePrice, courseSession, courseTrainer } from '#server/courses/offers/table.ts';
import { person, personAccess } from '#server/people/persons/table.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Transaction, Write } from '#server/platform/database/database.ts';

const leader: ClubName = 'GSV';
const club: ClubName = 'RWA';
const wishDays = 21;

const offers = [
  { title: 'Ponytag', from: '10:00', to: '13:00', day: 60, places: 4, cents: 2_500, text: 'Striegeln, führen und reiten' },
  { title: 'Kanutag auf der Lenne', from: '09:30', to: '14:00', day: 61, places: 6, cents: 3_000, text: 'Paddeln und picknicken' },
  { title: 'Zirkuswerkstatt', from: '10:00', to: '12:00', day: 62, places: 12, cents: 1_500, text: 'Jonglieren, balancieren, staunen' },
  { title: 'Ballspiele am Vormittag', from: '12:10', to: '14:00', day: 62, places: 16, cents: 0, text: 'Für alle, die gern rennen' },
];

/** The son of the demonstration's parent: with fixed ids, so that those of everything else stay as they are. */
const son = { id: '0f2b6c1e-5d4a-4b7e-9c3f-7a1d2e3f4a5b', firstname: 'Mats', entry: '1c4d7e2f-8a9b-4c6d-8e5f-3b2a1c0d9e8f' };

/** A round of the association with four offers of RWA and some wishes; two children are friends, and one belongs to an account. */
export async function fillHoliday({ tx }: Write): Promise<void> {
  const today = localOf(now()).date;
  for (const name of [leader, club])
    await tx.insert(configParameter).values({ name: `holidays.${name}.rounds`, value: true, updatedAt: now() });
  const roundId = randomUUID();
  await tx.insert(holidayRound).values({
    id: roundId,
    club: leader,
    name: 'Ferienprogramm',
    text: 'Ein Tag Pony, Kanu oder Zirkus: Wünscht euch, was ihr gern macht. Wer zuerst kommt, hat keinen Vorteil.',
    wishesUntil: addDays(today, wishDays),
    sendsOn: addDays(today, wishDays + 4),
    state: 'open',
    seed: '5eed00feeda00001',
    createdAt: now(),
  });
  const ids: string[] = [];
  for (const [at, offer] of offers.entries()) ids.push(await writeOffer(tx, roundId, offer, at, today));
  await writeWishes(tx, roundId, ids);
  await writeSon(tx, roundId, ids);
}

async function writeOffer(tx: Transaction, roundId: string, offer: (typeof offers)[number], at: number, today: string): Promise<string> {
  const id = randomUUID();
  const day = addDays(today, offer.day);
  const number = `RWA-F-${String(at + 1).padStart(2, '0')}`;
  await tx.insert(course).values({
    id,
    club,
    slug: `rwa-ferien-${at + 1}`,
    number,
    kind: 'holiday',
    title: offer.title,
    subtitle: offer.text,
    place: 'Sportanlage am Wald',
    contactName: 'Geschäftsstelle',
    contactEmail: 'kurse@rwa.test',
    ageMin: 7,
    ageMax: 13,
    placesMax: offer.places,
    startsOn: day,
    endsOn: day,
    status: 'published',
    roundId,
    createdAt: now(),
    updatedAt: now(),
  });
  await tx.insert(coursePrice).values({ courseId: id, category: 'non_member', cents: offer.cents });
  await tx.insert(courseSession).values({
    id: randomUUID(),
    courseId: id,
    localDate: day,
    startsAt: instantOf(day, offer.from),
    endsAt: instantOf(day, offer.to),
    place: 'Sportanlage am Wald',
  });
  const [lead] = await tx
    .select({ personId: courseTrainer.personId })
    .from(courseTrainer)
    .innerJoin(course, and(eq(course.id, courseTrainer.courseId), eq(course.club, club)))
    .orderBy(course.number)
    .limit(1);
  if (lead) await tx.insert(courseTrainer).values({ courseId: id, personId: lead.personId, role: 'lead', isPublic: true });
  await tx.insert(holidayOffer).values({ roundId, courseId: id, agreedAt: now() });
  return id;
}

async function writeWishes(tx: Transaction, roundId: string, courseIds: readonly string[]): Promise<void> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select p.id from person p where p.club = ${club} and p.birth_date between now() - interval '12 years' and now() - interval '8 years'
      and not exists (select 1 from person_access a where a.person_id = p.id)
    order by p.lastname, p.firstname, p.id limit 9`);
  const groupId = randomUUID();
  await tx.insert(holidayGroup).values({ id: groupId, club: leader, roundId, code: 'FREUND' });
  for (const [at, { id: personId }] of rows.entries()) {
    const id = randomUUID();
    const friends = at < 2 ? { groupId, groupSeat: at + 1 } : {};
    await tx.insert(holidayChild).values({ id, club: leader, roundId, personId, wants: 1 + (at % 3), createdAt: now(), ...friends });
    const wished = courseIds.filter((_one, n) => n === 0 || at < 2 || (at + n) % 3 !== 0);
    await tx
      .insert(holidayWish)
      .values(wished.map((courseId, n) => ({ childId: id, courseId, club: leader, roundId, position: n + 1, stars: 3 - ((at + n) % 3) })));
  }
}

/** A child of a demo account, so that its parent finds wishes on the page of the round. */
async function writeSon(tx: Transaction, roundId: string, courseIds: readonly string[]): Promise<void> {
  const [parent] = await tx
    .select()
    .from(appUser)
    .where(and(eq(appUser.club, club), eq(appUser.role, 'reader')));
  if (!parent) return;
  const { id, firstname, entry } = son;
  await tx.insert(person).values({
    id,
    club,
    firstname,
    lastname: parent.lastname,
    birthDate: addDays(localOf(now()).date, -3_700),
    gender: 'm',
    emergencyContactName: fullName(parent),
    emergencyContactPhone: '0170 1234567',
    createdAt: now(),
    updatedAt: now(),
  });
  await tx
    .insert(personAccess)
    .values({ userId: parent.id, personId: id, club, relation: 'guardian', basis: 'board', createdAt: now(), verifiedAt: now() });
  await tx
    .insert(holidayChild)
    .values({ id: entry, club: leader, roundId, personId: id, wants: 2, enteredBy: parent.id, createdAt: now() });
  const wished = courseIds.slice(0, 3).map((courseId, at) => ({ courseId, stars: 3 - at, position: at + 1 }));
  await tx.insert(holidayWish).values(wished.map((one) => ({ ...one, childId: entry, club: leader, roundId })));
}
