import { eq, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { addDays, localOf, weekdayOf, type LocalDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { ageOn } from '#shared/kernel/age.ts';
import type { RichText } from '#shared/kernel/richText.ts';
import { priceFor } from '#shared/courses/eligibility.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { slugOf } from '#shared/kernel/slug.ts';
import { fitSessions, writeSlots } from '#server/courses/planning/dates.ts';
import { course, coursePrice, courseTrainer } from '#server/courses/offers/table.ts';
import { member } from '#server/people/members/table.ts';
import { enrolment, enrolmentLog } from '#server/courses/enrolments/table.ts';
import { careNote } from '#server/people/persons/table.ts';
import { person, personAccess } from '#server/people/persons/table.ts';
import { department } from '#server/club/departments/table.ts';
import { seeded } from './seeded.ts';
import { describeDepartments } from './demoDepartments.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Write, Transaction } from '#server/platform/database/database.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { fillTemplates } from './demoCourseTemplates.ts';

const offers: readonly {
  title: string;
  department: string;
  ages: [number | null, number | null];
  kind?: 'permanent' | 'rehab' | 'prevention' | 'holiday';
  gender?: 'w';
}[] = [
  { title: 'Kinderturnen', department: 'Turnen', ages: [4, 6] },
  { title: 'Eltern-Kind-Turnen', department: 'Turnen', ages: [1, 3] },
  { title: 'Geräteturnen', department: 'Turnen', ages: [7, 12] },
  { title: 'Anfängerschwimmen Seepferdchen', department: 'Schwimmen', ages: [5, 8] },
  { title: 'Schwimmen Bronze', department: 'Schwimmen', ages: [7, 12] },
  { title: 'Wassergymnastik', department: 'Schwimmen', ages: [50, null] },
  { title: 'Yoga am Abend', department: 'Gesundheit', ages: [16, null], kind: 'prevention' },
  { title: 'Rückenfit', department: 'Gesundheit', ages: [18, null], kind: 'prevention' },
  { title: 'Rehasport Orthopädie', department: 'Gesundheit', ages: [18, null], kind: 'rehab' },
  { title: 'Pilates für Frauen', department: 'Gesundheit', ages: [16, null], gender: 'w' },
  { title: 'Judo für Einsteiger', department: 'Kampfsport', ages: [6, 10] },
  { title: 'Selbstverteidigung', department: 'Kampfsport', ages: [14, null] },
  { title: 'Handball Minis', department: 'Handball', ages: [5, 8], kind: 'permanent' },
  { title: 'Volleyball Hobby', department: 'Volleyball', ages: [16, null], kind: 'permanent' },
  { title: 'Badminton offen', department: 'Badminton', ages: [12, null], kind: 'permanent' },
  { title: 'Tanzmäuse', department: 'Tanzen', ages: [4, 7] },
  { title: 'Hip-Hop Teens', department: 'Tanzen', ages: [11, 16] },
  { title: 'Lauftreff', department: 'Leichtathletik', ages: [14, null], kind: 'permanent' },
  { title: 'Leichtathletik Kids', department: 'Leichtathletik', ages: [6, 11] },
  { title: 'Ferien-Sportcamp', department: 'Turnen', ages: [8, 13], kind: 'holiday' },
];
const groups = ['', ' – Gruppe 2', ' – Fortgeschrittene'];
const boys = 'Ben Emil Finn Henry Jonas Karl Leon Luis Matteo Noah Oskar Paul Theo Yusuf Anton Elias'.split(' ');
const girls = 'Amelie Clara Elif Emma Frieda Hanna Ida Lea Leni Lina Marie Mia Nora Paula Sofia Zoe'.split(' ');
const adults =
  'Andrea Birgit Christian Dagmar Erik Fatma Günter Heike Ingo Jana Klaus Lydia Michael Nadine Olaf Petra Ralf Sabine Thomas Ute'.split(
    ' ',
  );
const families =
  'Albers Bauer Çelik Dreher Engel Fuchs Gerlach Hoffmann Işık Jansen Kaiser Lindner Möller Neumann Otto Peters Richter Schäfer Thiel Vogel Wagner Yilmaz Zimmermann'.split(
    ' ',
  );
const locations = ['Sporthalle Auenfeld', 'Turnhalle Grundschule', 'Hallenbad Auenfeld', 'Gymnastikraum', 'Sportplatz'];

const description: RichText = {
  type: 'doc',
  content: [
    {
      type: 'paragraph',
      content: [
        {
          type: 'text',
          text: 'In kleinen Gruppen und mit erfahrener Übungsleitung. Eine Probestunde ist nach Absprache jederzeit möglich.',
        },
      ],
    },
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Was wir machen' }] },
    {
      type: 'bulletList',
      content: ['Aufwärmen', 'Üben in der Gruppe', 'Gemeinsamer Abschluss'].map((text) => ({
        type: 'listItem',
        content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
      })),
    },
  ],
};

/** Courses, trainers, families, enrolments, waiting lists and attendance of half a year, generated from a fixed seed. */
export async function fillCourses(write: Write): Promise<void> {
  for (const [club, count, people] of [
    ['RWA', 60, 320],
    ['SCB', 30, 120],
  ] as const)
    await fillClub(write, club, count, people);
}

type Someone = typeof person.$inferInsert & { isMember: boolean };

async function fillClub({ tx }: Write, club: ClubName, count: number, peopleCount: number): Promise<void> {
  const random = seeded(club === 'RWA' ? 61 : 62);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T; // The lists are not empty.
  const today = localOf(now()).date;
  const departments = new Map([...new Set(offers.map((one) => one.department))].map((name) => [name, randomUUID()]));
  await tx.insert(department).values([...departments].map(([name, id]) => ({ id, club, name })));
  const people = makePeople(club, peopleCount, today, random);
  const trainers = people.slice(0, 8);
  await writePeople(tx, club, people, today);
  await describeDepartments(
    tx,
    club,
    departments,
    trainers.map(({ id }) => id),
  );
  await linkAccounts(tx, club, people);

  const enrolments: (typeof enrolment.$inferInsert)[] = [];
  let rank = 0;
  for (let at = 0; at < count; at++) {
    const offer = offers[at % offers.length] as (typeof offers)[number]; // The modulo stays within the list.
    const row = await makeOffer(tx, club, at, offer, {
      random,
      today,
      departmentId: departments.get(offer.department) ?? null,
      trainer: trainers[at % trainers.length] as Someone,
      location: pick(locations),
    });
    if (club !== 'RWA' || row.status === 'draft') continue;
    const fitting = people.slice(8).filter((one) => fits(one, offer, row.startsOn, today));
    const wanted = Math.min(fitting.length, Math.round((row.placesMax ?? 15) * (at % 4 === 0 ? 1.3 : 0.4 + random() * 0.55)));
    const start = Math.floor(random() * Math.max(1, fitting.length - wanted));
    for (const [seat, one] of fitting.slice(start, start + wanted).entries()) {
      const made = enrolmentIn(row, one, seat, { today, isOneFree: at % 8 === 0 });
      enrolments.push({ ...made, queueRank: made.state === 'confirmed' ? null : ++rank });
    }
  }
  await fillTemplates(tx, club, { today, departments, trainerId: trainers[0]?.id ?? '' });
  if (enrolments.length === 0) return;
  await tx.insert(enrolment).values(enrolments);
  await tx.insert(enrolmentLog).values(enrolments.map((one) => ({ club, enrolmentId: one.id, toState: one.state, at: now() })));
  await tx.execute(sql`select max(nextval('enrolment_queue_seq')) from generate_series(1, ${rank + 1}::int)`);
  await markPast(tx, club);
}

/** An enrolment in a demo course: seated, offered the last free seat, or waiting. */
function enrolmentIn(
  course: Awaited<ReturnType<typeof makeOffer>>,
  one: Someone,
  seat: number,
  { today, isOneFree }: { today: LocalDate; isOneFree: boolean },
): typeof enrolment.$inferInsert {
  const isIn = course.placesMax === null || seat < course.placesMax - (isOneFree ? 1 : 0);
  const isOffered = !isIn && course.placesMax !== null && seat === course.placesMax - 1;
  const price = priceFor(course.prices, {
    isMember: one.isMember,
    isPartnerMember: false,
    isUnder18: ageOn(one.birthDate ?? today, today) < 18,
  });
  return {
    id: randomUUID(),
    club: course.club,
    courseId: course.id,
    personId: one.id,
    registeredAt: new Date(now().getTime() - (60 - seat) * 36e5 * 12),
    channel: 'web',
    state: isIn ? 'confirmed' : isOffered ? 'offered' : 'waitlisted',
    queueClass: one.isMember ? 20 : 30,
    offerExpiresAt: isOffered ? new Date(now().getTime() + 36e5 * 30) : null,
    contactEmail: one.email ?? null,
    priceCategory: price?.category ?? null,
    priceCents: price?.cents ?? null,
  };
}

async function writePeople(tx: Transaction, club: ClubName, people: readonly Someone[], today: string): Promise<void> {
  await tx.insert(person).values(people.map(({ isMember: _isMember, ...row }) => row));
  await tx.insert(member).values(
    people
      .filter(({ isMember }) => isMember)
      .map((one, at) => ({
        id: randomUUID(),
        club,
        personId: one.id,
        memberNo: String(10_001 + at),
        joinedOn: addDays(today, -400 - at),
        status: 'active' as const,
      })),
  );
  await tx.insert(careNote).values(
    people.slice(20, 40).map((one, at) => ({
      personId: one.id,
      club,
      healthNote: at % 2 ? 'Asthma, Spray in der Sporttasche' : 'Erdnussallergie',
      updatedAt: now(),
    })),
  );
}

function fits({ birthDate }: Someone, { ages: [from, to] }: (typeof offers)[number], startsOn: string, today: string): boolean {
  const age = ageOn(birthDate ?? today, startsOn);
  return age >= (from ?? 0) && age <= (to ?? 200);
}

type Made = { random: () => number; today: string; departmentId: string | null; trainer: Someone; location: string };

async function makeOffer(
  tx: Transaction,
  club: ClubName,
  at: number,
  offer: (typeof offers)[number],
  { random, today, departmentId, trainer, location: place }: Made,
) {
  const isPermanent = offer.kind === 'permanent';
  // A group that anybody may just join costs nothing.
  const isDropIn = isPermanent && at % 2 === 1;
  const isRunning = at % 3 !== 1;
  const startsOn = addDays(today, isRunning ? -120 + Math.floor(random() * 20) : 20 + Math.floor(random() * 40));
  const id = randomUUID();
  const prices = [
    { category: 'member', cents: isPermanent ? 0 : 3500 + (at % 5) * 500, per: isPermanent ? 'month' : 'course' },
    { category: 'non_member', cents: isDropIn ? 0 : isPermanent ? 1200 : 7000 + (at % 5) * 1000, per: isPermanent ? 'month' : 'course' },
  ] as const;
  const [row] = await tx
    .insert(course)
    .values({
      id,
      club,
      departmentId,
      slug: `${club.toLowerCase()}-${slugOf(offer.title)}-${at + 1}`,
      number: `${club}-${startsOn.slice(0, 4)}-${String(at + 1).padStart(3, '0')}`,
      kind: offer.kind ?? 'course',
      title: `${offer.title}${groups[Math.floor(at / offers.length)] ?? ''}`,
      subtitle: offer.ages[0] !== null && offer.ages[0] < 14 ? 'Bewegung, Spiel und Spaß' : 'In ruhiger Atmosphäre',
      description,
      bringNote: 'Sportkleidung, Hallenschuhe und etwas zu trinken',
      place,
      contactName: fullName(trainer),
      contactEmail: `kurse@${club.toLowerCase()}.test`,
      contactPhone: '02345 67890',
      ageMin: offer.ages[0],
      ageMax: offer.ages[1],
      gender: offer.gender ?? 'any',
      placesMin: isPermanent ? null : 5,
      placesMax: isPermanent ? null : 10 + (at % 4) * 2,
      waitlistMax: at % 5 === 0 ? 6 : null,
      registration: isDropIn ? 'none' : at % 9 === 5 ? 'approval' : 'open',
      trialSessions: isPermanent ? 2 : 0,
      pauseMaxMonths: isPermanent ? 2 : 0,
      requiredConsents: offer.kind === 'holiday' ? ['privacy_notice', 'contact_list'] : [],
      publicFrom: !isRunning && at % 6 === 1 ? new Date(now().getTime() + 5 * 864e5) : null,
      startsOn,
      endsOn: isPermanent ? null : addDays(startsOn, isRunning ? 200 : 84),
      status: at % 15 === 13 ? 'draft' : at % 15 === 8 ? 'paused' : 'published',
      createdAt: now(),
      updatedAt: now(),
    })
    .returning();
  if (!row) throw new Error('The course was not written.');
  await tx.insert(coursePrice).values(prices.map((one) => ({ ...one, courseId: id })));
  await tx.insert(courseTrainer).values({ courseId: id, personId: trainer.id, role: 'lead' });
  await writeSlots(tx, row, [slotOf(at, today, place)], undefined);
  await fitSessions(tx, row, startsOn);
  return { ...row, prices };
}

function slotOf(at: number, today: string, place: string) {
  const hour = 9 + (at % 11);
  return {
    weekday: at % 3 === 0 ? weekdayOf(today) : 1 + (at % 6),
    startTime: `${String(hour).padStart(2, '0')}:00`,
    endTime: `${String(hour + 1).padStart(2, '0')}:${at % 2 ? '30' : '00'}`,
    place,
    facilityId: null,
    unitIds: [],
  };
}

/** Trainers first, then alternating children and adults. */
function makePeople(club: ClubName, count: number, today: string, random: () => number): Someone[] {
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? '';
  return Array.from({ length: count }, (_, at) => {
    const isChild = at >= 8 && at % 2 === 0;
    const isGirl = random() < 0.5;
    const lastname = at < 8 ? (families[at] ?? '') : pick(families);
    const age = isChild ? 2 + Math.floor(random() * 15) : 20 + Math.floor(random() * 55);
    return {
      id: randomUUID(),
      club,
      firstname: isChild ? pick(isGirl ? girls : boys) : pick(adults),
      lastname,
      birthDate: addDays(today, -Math.floor(age * 365.25) - Math.floor(random() * 360)),
      gender: isChild ? (isGirl ? ('w' as const) : ('m' as const)) : ('x' as const),
      email: `familie.${lastname
        .toLowerCase()
        .normalize('NFKD')
        .replaceAll(/[^a-z]/g, '')}${at}@example.org`,
      mobile: `0151 ${String(1_000_000 + Math.floor(random() * 8_999_999))}`,
      city: 'Auenfeld',
      emergencyContactName: isChild ? `${pick(adults)} ${lastname}` : null,
      emergencyContactPhone: isChild ? `0170 ${String(1_000_000 + Math.floor(random() * 8_999_999))}` : null,
      createdAt: now(),
      updatedAt: now(),
      isMember: random() < 0.6,
    };
  });
}

/** Links the accounts of trainers and editors to the first trainers, and the reader's to a parent with two children. */
async function linkAccounts(tx: Transaction, club: ClubName, people: readonly Someone[]): Promise<void> {
  const users = await tx
    .select()
    .from(appUser)
    .where(sql`${appUser.club} = ${club}`);
  const link = async (role: string, one: Someone | undefined, relation: 'self' | 'guardian') => {
    const user = users.find((row) => row.role === role);
    if (!user || !one) return;
    await tx.insert(personAccess).values({ userId: user.id, personId: one.id, club, relation, basis: 'board', verifiedAt: now() });
    // The person gets the name of its account.
    if (relation === 'self')
      await tx.update(person).set({ firstname: user.firstname, lastname: user.lastname }).where(eq(person.id, one.id));
  };
  await link('trainer', people[0], 'self');
  await link('editor', people[1], 'self');
  await link('reader', people[9], 'self');
  for (const child of people
    .slice(8)
    .filter((_one, at) => at % 2 === 0)
    .slice(2, 4))
    await link('reader', child, 'guardian');
}

/** Past sessions were held, and most participants attended. */
async function markPast(tx: Transaction, club: ClubName): Promise<void> {
  await tx.execute(sql`
    insert into attendance (session_id, person_id, club, enrolment_id, state, marked_at)
    select s.id, p.person_id, p.club, p.id,
      case when (hashtext(s.id::text || p.person_id::text) & 1023) % 10 = 0 then 'absent' when (hashtext(s.id::text || p.person_id::text) & 1023) % 10 = 1 then 'excused' else 'present' end,
      s.ends_at
    from course_session s join course c on c.id = s.course_id and c.club = ${club}
    join enrolment p on p.course_id = c.id and p.state = 'confirmed' and s.ends_at < ${now()}`);
  await tx.execute(sql`
    update course_session s set state = 'held', closed_at = s.ends_at,
      present_count = (select count(*) from attendance a where a.session_id = s.id and a.state = 'present')
    from course c where c.id = s.course_id and c.club = ${club} and s.ends_at < ${now()}`);
}
