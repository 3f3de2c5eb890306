import { expect, test } from 'vitest';
import type { SeasonDryRun } from '#shared/halls/seasons/publication.ts';
import { makeHall, overlaps } from '#test/halls.ts';
import { emailOf } from '#test/harness.ts';
import { faultOf, useRounds, type Refusable } from '#test/seasons.ts';

const rounds = useRounds();

test('dates that others have are left out, moved on their day, or a single booking of lower priority makes way and is told', async () => {
  const { season, hall } = await rounds.planned();
  await rounds.adopt(season.id, await rounds.propose(season.id));
  await rounds.go(season.id, 'consultation', { objectionsUntil: '2026-12-10T20:00:00Z' });
  // The youth team has Tuesdays; four of them are taken.
  const book = (date: string, kind: string) =>
    rounds.armin.post('/api/bookings', {
      facilityId: hall.id,
      unitIds: hall.unitIds,
      title: kind,
      ageGroup: 'adults',
      kind,
      date,
      startTime: '17:00',
      endTime: '18:30',
    });
  await book('2027-01-12', 'event');
  await book('2027-01-19', 'training');
  await book('2027-01-26', 'rental');
  await book('2027-02-02', 'training');
  const other = await makeHall(rounds.server, 'GSV', { units: 1 });
  const path = `/api/seasons/${season.id}/publication`;
  const dry = (await rounds.armin.get<SeasonDryRun>(path)).body;
  expect(dry.conflicts.map(({ date, holder, mayDisplace, action }) => [date, holder, mayDisplace, action])).toEqual([
    ['2027-01-12', 'GSV', false, 'skip'],
    ['2027-01-19', 'GSV', true, 'skip'],
    ['2027-01-26', 'GSV', true, 'skip'],
    ['2027-02-02', 'GSV', true, 'skip'],
  ]);
  const [first] = dry.conflicts;
  const later = first?.others.find(({ facilityId }) => facilityId === hall.id);
  const elsewhere = dry.conflicts[1]?.others.find(({ facilityId }) => facilityId === other.id);
  if (!first || !later || !elsewhere) throw new Error('Nothing is free instead.');

  const { grantId } = first;
  const choose = (choices: object[], client = rounds.armin): Promise<Refusable<SeasonDryRun>> =>
    client.post(`${path}/choices`, { choices });
  const placeOf = ({ words: _words, ...place }: typeof later) => place;
  expect((await choose([{ grantId, date: '2027-01-26', action: 'displace' }], rounds.anton)).status).toBe(403);
  expect(faultOf(await choose([{ grantId, date: '2027-01-13', action: 'skip' }]))).toEqual([
    'choices.0.date: Am 13.01.2027 ist kein Termin.',
  ]);
  expect(faultOf(await choose([{ grantId, date: '2027-01-12', action: 'other' }]))).toEqual(['choices.0.place: Bitte eine Zeit wählen.']);
  const night = { grantId, date: '2027-01-12', action: 'other', place: { ...placeOf(later), startTime: '03:00' } };
  expect(faultOf(await choose([night]))).toHaveLength(1);
  const chosen = await choose([
    { grantId, date: '2027-01-12', action: 'other', place: placeOf(later) },
    { grantId, date: '2027-01-19', action: 'other', place: placeOf(elsewhere) },
    { grantId, date: '2027-01-26', action: 'displace' },
  ]);
  expect(chosen.body.conflicts.map(({ action }) => action)).toEqual(['other', 'other', 'displace', 'skip']);
  expect(chosen.body.halls[0]?.dates).toBe((dry.halls[0]?.dates ?? 0) + 3);
  expect(chosen.body.skipped.filter(({ reason }) => reason.startsWith('Belegt')).map(({ date }) => date)).toEqual(['2027-02-02']);

  await rounds.go(season.id, 'publishing', { name: season.name });
  expect((await choose([{ grantId, date: '2027-01-26', action: 'skip' }])).body.code).toBe('wrong-state');
  await rounds.publish();
  const made = await rounds.server.sql<{ day: string; hall: string; begins: string }>(
    `select local_date::text as day, facility_id as hall, to_char(starts_at at time zone 'Europe/Berlin', 'HH24:MI') as begins
     from booking where series_id = (select id from booking_series where grant_id = $1) and local_date between '2027-01-12' and '2027-02-02'
     order by local_date`,
    [grantId],
  );
  expect(made).toEqual([
    { day: '2027-01-12', hall: hall.id, begins: later.startTime },
    { day: '2027-01-19', hall: other.id, begins: '17:00' },
    { day: '2027-01-26', hall: hall.id, begins: '17:00' },
  ]);
  const gone = await rounds.server.sql("select local_date::text as day, reason from booking where state = 'displaced'");
  expect(gone).toEqual([{ day: '2027-01-26', reason: `Saison ${season.name}` }]);
  const mails = await rounds.server.sql<{ recipient: string }>("select recipient from outbox_mail where subject like 'Verdrängt: %'");
  expect(mails).toEqual([{ recipient: emailOf('admin', 'GSV') }]);
  expect(await overlaps(rounds.server)).toBe(0);
});
