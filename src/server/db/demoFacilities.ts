import { sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { priorityOf, type AgeGroup } from '#shared/halls/bookingStates.ts';
import { addDays, mondayOf, timeOf } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { slugOf } from '#shared/kernel/slug.ts';
import { bookingSeries } from '#server/halls/bookings/table.ts';
import { skipReasons } from '#server/halls/closures/service.ts';
import { defect, facility, facilityOpening, facilityUnit } from '#server/halls/facilities/table.ts';
import { now, today } from '#server/platform/process/clock.ts';
import type { Write } from '#server/platform/database/database.ts';
import { seeded } from './seeded.ts';
import { demoEvents } from './demoEvents.ts';

type Hall = [name: string, kind: typeof facility.$inferInsert.kind, parts: string[], capacity: number];

const halls: { readonly [club in ClubName]: readonly Hall[] } = {
  RWA: [
    ['Sporthalle am Bach', 'hall', ['Teil 1', 'Teil 2', 'Teil 3'], 300],
    ['Gymnastikhalle Süd', 'hall', ['Halle'], 60],
    ['Vereinsheim Saal', 'room', ['Saal', 'Nebenraum'], 120],
    ['Kraftraum', 'room', ['Kraftraum'], 20],
    ['Spiegelsaal', 'room', ['Spiegelsaal'], 35],
    ['Rasenplatz', 'pitch', ['Hälfte Nord', 'Hälfte Süd'], 500],
    ['Kunstrasenplatz', 'pitch', ['Hälfte Ost', 'Hälfte West'], 500],
    ['Leichtathletikanlage', 'pitch', ['Laufbahn', 'Wurfplatz'], 300],
    ['Tennisplätze', 'court', ['Platz 1', 'Platz 2', 'Platz 3', 'Platz 4'], 40],
    ['Beachfeld', 'court', ['Feld 1', 'Feld 2'], 40],
    ['Bouleplatz', 'court', ['Bahn 1', 'Bahn 2', 'Bahn 3'], 30],
    ['Besprechungsraum', 'room', ['Raum'], 16],
  ],
  SCB: [
    ['Blautalhalle', 'hall', ['Teil A', 'Teil B'], 200],
    ['Bootshaus', 'clubhouse', ['Werkstatt', 'Saal'], 80],
    ['Tanzraum', 'room', ['Tanzraum'], 40],
    ['Talplatz', 'pitch', ['Hälfte 1', 'Hälfte 2'], 400],
    ['Kegelbahn', 'other', ['Bahn 1', 'Bahn 2'], 30],
    ['Jugendraum', 'room', ['Raum'], 25],
  ],
  GSV: [
    ['Dreifachhalle Schulzentrum', 'hall', ['Drittel 1', 'Drittel 2', 'Drittel 3'], 600],
    ['Turnhalle Grundschule Nord', 'hall', ['Halle'], 90],
    ['Turnhalle Grundschule Süd', 'hall', ['Halle'], 90],
    ['Hallenbad', 'pool', ['Bahn 1', 'Bahn 2', 'Bahn 3', 'Bahn 4', 'Lehrbecken'], 150],
    ['Stadion Auenfeld', 'pitch', ['Rasen', 'Laufbahn'], 2000],
  ],
};

const groups: readonly [title: string, age: AgeGroup][] = [
  ['Kinderturnen', 'children'],
  ['Handball C-Jugend', 'youth'],
  ['Volleyball', 'adults'],
  ['Badminton', 'adults'],
  ['Fußball D-Jugend', 'youth'],
  ['Rückenfit', 'adults'],
  ['Seniorensport', 'seniors'],
  ['Leichtathletik', 'youth'],
  ['Tischtennis', 'mixed'],
  ['Tanzen', 'mixed'],
];

/** Facilities of the three clubs with weekly series around today; deterministic per day. */
export async function demoFacilities({ tx }: Write): Promise<void> {
  const next = seeded(5);
  const monday = mondayOf(today());
  const [from, to] = [addDays(monday, -28), addDays(monday, 83)];
  const series: (typeof bookingSeries.$inferInsert)[] = [];
  for (const club of ['RWA', 'SCB', 'GSV'] as const) {
    for (const [index, hall] of halls[club].entries()) {
      const made = await insertHall(tx, club, hall, index);
      if (hall[1] !== 'other') series.push(...weekOf(club, made, [from, to], next));
    }
  }
  await tx.insert(bookingSeries).values(series);
  const paused = [...(await skipReasons(tx, from, to, { mode: 'skip_both' })).keys()];
  await fillSeries(tx, paused);
  await demoEvents({ tx }, monday);
}

async function insertHall(tx: Write['tx'], club: ClubName, [name, kind, parts, capacityPersons]: Hall, index: number) {
  const [id, slug] = [randomUUID(), slugOf(name)];
  const isTown = club === 'GSV';
  await tx.insert(facility).values({
    id,
    slug,
    name,
    kind,
    ownerKind: isTown ? 'municipality' : 'club',
    ownerClub: isTown ? null : club,
    ownerName: isTown ? 'Stadt Auenfeld' : '',
    managerClub: club,
    street: `${isTown ? 'Schulstraße' : 'Am Sportplatz'} ${index + 1}`,
    postcode: '59999',
    city: 'Auenfeld',
    latitude: 51.4 + index / 500,
    longitude: 8.2 + index / 400,
    surface: kind === 'pitch' ? 'Rasen' : 'Sportboden',
    capacityPersons,
    equipment: kind === 'hall' ? ['Handballtore', 'Turnkästen', 'Matten'] : [],
    isAccessible: index % 3 !== 2,
    caretakerName: 'Hanna Hausmuster',
    caretakerPhone: '02999 1234',
    keyNote: 'Schlüssel im Tresor neben dem Eingang.',
    minMinutes: 30,
    needsApproval: isTown,
    minParticipants: null,
    closedInSchoolHolidays: isTown,
    closedOnPublicHolidays: isTown,
  });
  const units = parts.map((label, sort) => ({ id: randomUUID(), facilityId: id, label, sort }));
  await tx.insert(facilityUnit).values(units);
  await tx
    .insert(facilityOpening)
    .values(Array.from({ length: 7 }, (_, day) => ({ facilityId: id, weekday: day + 1, opens: '08:00', closes: '22:00' })));
  if (club === 'RWA' && index < 3)
    await tx.insert(defect).values({
      facilityId: id,
      unitId: units[0]?.id ?? null,
      text: ['Die Lampe über dem Tor flackert.', 'Die Tür zum Geräteraum klemmt.', 'Ein Stuhl ist zerbrochen.'][index] ?? '',
      reportedBy: 'Rosa Rotmuster',
      reportedAt: new Date(now().getTime() - (index + 1) * 86_400_000),
      state: index === 0 ? 'open' : 'in_progress',
    });
  return { id, unitIds: units.map((unit) => unit.id).toSorted() };
}

/** Some weekly series for a hall: the whole hall or single units, never overlapping on a unit. */
function weekOf(club: ClubName, hall: { id: string; unitIds: string[] }, [startsOn, endsOn]: [string, string], next: () => number) {
  const series: (typeof bookingSeries.$inferInsert)[] = [];
  for (let weekday = 1; weekday <= 5; weekday++) {
    for (let hour = 15; hour < 21; hour += 1.5) {
      if (next() < 0.62) continue;
      const isWhole = hall.unitIds.length === 1 || next() < 0.4;
      for (const unitIds of isWhole ? [hall.unitIds] : hall.unitIds.slice(0, 1 + Math.floor(next() * 2)).map((unit) => [unit])) {
        const [title, ageGroup] = groups[Math.floor(next() * groups.length)] ?? ['Training', 'mixed'];
        series.push({
          id: randomUUID(),
          club: club === 'GSV' ? (next() < 0.55 ? 'RWA' : 'SCB') : club,
          facilityId: hall.id,
          unitIds,
          kind: 'training',
          title,
          ageGroup,
          expectedParticipants: 8 + Math.floor(next() * 16),
          priority: priorityOf('training', ageGroup),
          weekday,
          startsOn,
          endsOn,
          startTime: timeOf(hour * 60),
          endTime: timeOf(hour * 60 + 90),
          holidayMode: 'skip_both',
          createdAt: now(),
        });
      }
    }
  }
  return series;
}

/** Creates the bookings of all series in two statements; local times become instants in the clubs' time zone. */
async function fillSeries(tx: Write['tx'], paused: readonly string[]): Promise<void> {
  await tx.execute(sql`insert into booking (id, series_id, club, facility_id, unit_ids, kind, title, age_group, expected_participants, priority,
      local_date, starts_at, ends_at, state, created_at)
    select gen_random_uuid(), s.id, s.club, s.facility_id, s.unit_ids, s.kind, s.title, s.age_group, s.expected_participants, s.priority,
      day::date, (day::date + s.start_time) at time zone 'Europe/Berlin', (day::date + s.end_time) at time zone 'Europe/Berlin', 'approved', s.created_at
    from booking_series s
    cross join lateral generate_series(s.starts_on::timestamp, s.ends_on::timestamp, interval '1 day') day
    where extract(isodow from day) = s.weekday and not day::date = any (${sql.param(paused)}::date[])`);
  await tx.execute(sql`insert into occupancy (booking_id, unit_id, during, blocking)
    select b.id, unit, tstzrange(b.starts_at, b.ends_at), true from booking b, unnest(b.unit_ids) unit order by unit, b.starts_at`);
  // Some future bookings wait for a decision, some are released.
  await tx.execute(sql`with chosen as (
      select b.id, row_number() over (order by b.starts_at, b.facility_id, b.title) as n
      from booking b join facility f on f.id = b.facility_id
      where f.owner_kind = 'municipality' and b.starts_at > ${now()}),
    changed as (
      update booking b set state = case when chosen.n % 2 = 0 then 'requested' else 'released' end
      from chosen where chosen.id = b.id and chosen.n % 17 in (3, 8) returning b.id)
    update occupancy o set blocking = false from changed where changed.id = o.booking_id`);
}
