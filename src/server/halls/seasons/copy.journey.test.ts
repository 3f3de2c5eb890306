import { expect, test } from 'vitest';
import type { Organisation } from '#shared/halls/organisations.ts';
import { makeHall } from '#test/halls.ts';
import { evening, group, useRounds } from '#test/seasons.ts';

const rounds = useRounds();
const until = { objectionsUntil: '2026-12-10T20:00:00Z' };

test('twelve running series become twelve wishes to confirm; one that was used too little says so to both sides, and nobody unconfirmed keeps a time', async () => {
  const { armin, alma, server } = rounds;
  const halls = [await makeHall(server, 'GSV', { units: 1 }), await makeHall(server, 'GSV', { units: 1 })];
  const contacts = [{ name: 'Sina See', email: 'ost@turnclub.test', maySign: true }];
  const { body: club } = await armin.post<Organisation>('/api/organisations', { name: 'Turnclub Ost', kind: 'club', contacts });
  const ids: string[] = [];
  for (const hall of halls)
    for (const weekday of [1, 2, 3, 4, 5, 6]) {
      const what = {
        title: `Gruppe ${ids.length + 1}`,
        kind: 'training',
        ageGroup: 'adults',
        organisationId: club.id,
        expectedParticipants: 11,
      };
      const rule = { weekday, startTime: '17:00', endTime: '18:30', startsOn: '2026-11-23', endsOn: '2027-03-28' };
      const made = await armin.post<{ seriesId: string }>('/api/bookings/series', {
        ...what,
        ...rule,
        facilityId: hall.id,
        unitIds: hall.unitIds,
      });
      expect(made.status).toBe(200);
      const [row] = await server.sql<{ id: string }>('select id from booking_series where title = $1', [what.title]);
      ids.push(row?.id ?? '');
    }
  // Of twenty marked dates the first series used nine, the second twelve: that is enough.
  for (const [at, used] of [9, 12].entries())
    await server.sql(
      `insert into booking (id, club, facility_id, unit_ids, kind, title, holder, organisation_id, priority, series_id, local_date, starts_at, ends_at, state, created_at)
       select gen_random_uuid(), s.club, s.facility_id, s.unit_ids, s.kind, s.title, s.holder, s.organisation_id, 3, s.id, d.day,
         d.day + interval '16 hours', d.day + interval '17 hours', case when d.n <= $2::int then 'held' else 'not_used' end, now()
       from booking_series s cross join (select n, date '2026-11-16' - 7 * n as day from generate_series(1, 20) n) d where s.id = $1`,
      [ids[at], used],
    );
  const facilities = halls.map(({ id }) => ({ facilityId: id, windows: [] }));
  const { season } = await rounds.make({ facilities });
  await rounds.go(season.id, 'open');
  const copied = await rounds.wishes(armin, season.id);
  expect(copied.map(({ groupName, state, isKept }) => [groupName, state, isKept]).toSorted()).toEqual(
    ids.map((_, at) => [`Gruppe ${at + 1}`, 'copied', true]).toSorted(),
  );
  const hintOf = (name: string) => copied.find(({ groupName }) => groupName === name)?.hint;
  expect([1, 2, 3].map((at) => hintOf(`Gruppe ${at}`))).toEqual(['Nur 9 von 20 Terminen genutzt', '', '']);
  const token = /\/organisation\/([\w-]+)/.exec(await server.latestMail('ost@turnclub.test'))?.[1] ?? '';
  const theirs = (await server.visitor('GSV').get(`/api/own-hours/${token}`)).text;
  expect(theirs).toContain('Nur 9 von 20 Terminen genutzt');

  // A new group wishes for the hour of the first series; an unconfirmed wish keeps nothing.
  const [hall] = halls;
  if (!hall) throw new Error('There is no hall.');
  const monday = evening(hall, { weekday: 1, fromTime: '17:00', toTime: '18:30' });
  const { body: fresh } = await rounds.wishFor(alma, season.id, group('Herren', [monday], { participants: 30 }));
  await rounds.act(alma, season.id, 'submit', [fresh.id]);
  await rounds.go(season.id, 'planning', { reason: 'Frist vorbei' });
  const holders = async () => {
    const plan = await rounds.adopt(season.id, await rounds.propose(season.id));
    return plan.grants.flatMap((one) => (one.facilityId === hall.id && one.weekday === 1 && one.startTime === '17:00' ? one.wishId : []));
  };
  expect(await holders()).toEqual([fresh.id]);
  expect((await rounds.go(season.id, 'consultation', until)).body.fields?.[0]?.message).toContain('weder bestätigt noch zurückgegeben');
  const own = (name: string) => copied.find(({ groupName }) => groupName === name)?.id ?? '';
  await rounds.act(armin, season.id, 'confirm', [own('Gruppe 1')]);
  expect(await holders()).toEqual([own('Gruppe 1')]);
  expect((await rounds.go(season.id, 'consultation', until)).status).toBe(409);
  await rounds.act(
    armin,
    season.id,
    'withdraw',
    ids.slice(1).map((_, at) => own(`Gruppe ${at + 2}`)),
  );
  expect((await rounds.go(season.id, 'consultation', until)).status).toBe(200);
});

test('a copied wish has the sport of the department of its series', async () => {
  const { armin, anton, server } = rounds;
  const hall = await makeHall(server, 'GSV', { units: 1, needs_approval: false });
  const { body: judo } = await anton.post<{ id: string }>('/api/departments', { name: 'Judo C1', sport: 'Judo' });
  const place = { facilityId: hall.id, unitIds: hall.unitIds, startTime: '18:00', endTime: '19:30' };
  const days = { weekday: 3, startsOn: '2026-11-25', endsOn: '2027-03-28' };
  const series = { ...place, ...days, title: 'Judo Jugend', kind: 'training', ageGroup: 'youth', departmentId: judo.id };
  expect((await anton.post('/api/bookings/series', series)).status).toBe(200);
  const { season } = await rounds.make({ facilities: [{ facilityId: hall.id, windows: [] }] });
  await rounds.go(season.id, 'open');
  expect(await rounds.wishes(armin, season.id)).toMatchObject([{ groupName: 'Judo Jugend', sport: 'Judo', state: 'copied' }]);
});

test('a wish copied from a published season keeps its sport, also of those who have no departments', async () => {
  const { armin, server } = rounds;
  const { body: school } = await armin.post<{ id: string }>('/api/organisations', { name: 'Schule Kopie', kind: 'school' });
  const { season, hall } = await rounds.make();
  await rounds.go(season.id, 'open');
  const asked = { ...group('Klasse 7b', [evening(hall)], { ageGroup: 'youth', sport: 'Trampolin' }), organisationId: school.id };
  const { body: wish } = await rounds.wishFor(armin, season.id, asked);
  if (wish.state !== 'submitted') await rounds.act(armin, season.id, 'submit', [wish.id]);
  await rounds.go(season.id, 'planning', { reason: 'Alle da' });
  await rounds.adopt(season.id, await rounds.propose(season.id));
  await rounds.go(season.id, 'consultation', until);
  expect((await rounds.go(season.id, 'publishing', { name: season.name })).status).toBe(200);
  await rounds.publish();
  expect(await server.sql("select count(*)::int as count from booking_series where title = 'Klasse 7b'")).toEqual([{ count: 1 }]);
  const { season: next } = await rounds.make({
    startsOn: '2027-03-29',
    endsOn: '2027-09-30',
    facilities: [{ facilityId: hall.id, windows: [] }],
  });
  await rounds.go(next.id, 'open');
  expect(await rounds.wishes(armin, next.id)).toMatchObject([{ groupName: 'Klasse 7b', sport: 'Trampolin', state: 'copied' }]);
});
