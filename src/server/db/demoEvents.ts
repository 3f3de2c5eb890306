import { asc, eq, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { addDays, instantOf } from '#shared/kernel/calendar.ts';
import type { EventKind } from '#shared/events/eventKinds.ts';
import { event } from '#server/events/table.ts';
import { enrolment, enrolmentLog } from '#server/courses/enrolments/table.ts';
import { person } from '#server/people/persons/table.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Write } from '#server/platform/database/database.ts';

type Announced = { title: string; kind: EventKind; week: number; hours: [string, string]; place: string; places?: number; come?: number };

const dates: readonly Announced[] = [
  { title: 'Heimspieltag', kind: 'match', week: 1, hours: ['11:00', '18:00'], place: 'Sporthalle am Bach' },
  { title: 'Nikolausturnen', kind: 'festival', week: 2, hours: ['15:00', '17:00'], place: 'Gymnastikhalle Süd', places: 40, come: 38 },
  { title: 'Mitgliederversammlung', kind: 'meeting', week: 5, hours: ['19:00', '21:30'], place: 'Vereinsheim' },
  {
    title: 'Hallenturnier',
    kind: 'tournament',
    week: 8,
    hours: ['09:00', '18:00'],
    place: 'Dreifachhalle Schulzentrum',
    places: 16,
    come: 20,
  },
  { title: 'Übungsleitertreffen', kind: 'workshop', week: 10, hours: ['18:00', '20:00'], place: 'Besprechungsraum' },
];

/** Some events of each club, one of them a draft; two events of RWA have enrolments, one is full. */
export async function demoEvents({ tx }: Pick<Write, 'tx'>, monday: string): Promise<void> {
  const people = await tx.select().from(person).where(eq(person.club, 'RWA')).orderBy(asc(person.lastname), asc(person.id)).limit(40);
  for (const [shift, club] of (['RWA', 'SCB', 'GSV'] as const).entries()) {
    for (const [index, one] of dates.slice(0, club === 'GSV' ? 3 : 5).entries()) {
      const day = addDays(monday, one.week * 7 + 5 + shift);
      const takes = club === 'RWA' && one.places !== undefined;
      const id = randomUUID();
      await tx.insert(event).values({
        id,
        club,
        title: one.title,
        kind: one.kind,
        place: one.place,
        state: index === 4 ? 'draft' : 'published',
        startsAt: instantOf(day, one.hours[0]),
        endsAt: instantOf(day, one.hours[1]),
        contact: `Geschäftsstelle ${club}`,
        ...(takes && { registration: 'open', placesMax: one.places ?? null, closesAt: instantOf(addDays(day, -1), '23:59') }),
      });
      if (takes) await enrol(tx, id, people.slice(0, one.come), one.places ?? 0);
    }
  }
}

async function enrol(tx: Write['tx'], eventId: string, people: readonly (typeof person.$inferSelect)[], seats: number): Promise<void> {
  const rows = people.map((one, seat): typeof enrolment.$inferInsert => ({
    id: randomUUID(),
    club: 'RWA',
    eventId,
    personId: one.id,
    registeredAt: new Date(now().getTime() - (people.length - seat) * 36e5),
    state: seat < seats ? 'confirmed' : 'waitlisted',
    queueRank: seat < seats ? null : Number(seat),
    contactEmail: one.email,
    priceCents: 0,
  }));
  if (rows.length === 0) return;
  await tx.insert(enrolment).values(rows);
  await tx.insert(enrolmentLog).values(rows.map(({ id, state }) => ({ club: 'RWA' as const, enrolmentId: id, toState: state, at: now() })));
  // Advances the sequence, so that later enrolments queue behind these.
  await tx.execute(sql`select max(nextval('enrolment_queue_seq')) from generate_series(1, ${people.length}::int)`);
}
