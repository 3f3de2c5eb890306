import { beforeAll, expect, test } from 'vitest';
import type { SeasonPlan } from '#shared/halls/seasons/plans.ts';
import type { Objection } from '#shared/halls/seasons/objections.ts';
import { makeHall } from '#test/halls.ts';
import { emailOf, type Client } from '#test/harness.ts';
import { evening, faultOf, group, useRounds, type Refusable } from '#test/seasons.ts';

const rounds = useRounds();
let armin: Client;
beforeAll(() => {
  ({ armin } = rounds);
});

const until = { objectionsUntil: '2026-12-10T20:00:00Z' };

test('no part is given twice, however many give it at once; who stands there goes to the pool only if that was asked for, and an hour that was moved meanwhile stays', async () => {
  const { season, hall, minis, adults } = await rounds.planned();
  const place = { facilityId: hall.id, unitIds: hall.unitIds, weekday: 2, startTime: '17:00', week: 'every' };
  const arrange = (changes: object): Promise<Refusable<SeasonPlan>> => rounds.arrange(season.id, changes);
  const give = (wishId: string, takes: object[] = []) => arrange({ takes, gives: [{ ...place, wishId }] });
  const answers = await Promise.all([minis, adults, minis, adults].map(({ id }) => give(id)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await rounds.plan(armin, season.id)).grants).toHaveLength(1);
  const [standing] = (await rounds.plan(armin, season.id)).grants;
  const other = standing?.wishId === minis.id ? adults : minis;
  expect((await give(other.id)).body.code).toBe('occupied');
  const before = [{ id: standing?.id, version: standing?.version }];
  const swapped = await give(other.id, before);
  expect(swapped.body.grants.map(({ wishId }) => wishId)).toEqual([other.id]);
  const [grant] = swapped.body.grants;
  const lock = (body: object): Promise<Refusable<SeasonPlan>> => armin.post(`/api/grants/${grant?.id}/lock`, body);
  expect(faultOf(await lock({ version: 1, isLocked: true }))).toEqual(['reason: Bitte einen Grund nennen.']);
  expect((await lock({ version: 1, isLocked: true, reason: 'Vertrag' })).body.grants).toMatchObject([
    { isLocked: true, reason: 'Vertrag', version: 2 },
  ]);
  expect((await lock({ version: 1, isLocked: false })).body.code).toBe('conflict');
  const gone = await arrange({ takes: before, gives: [] });
  expect([gone.body.code, faultOf(gone)]).toEqual([
    'conflict',
    ['takes.0.id: Diese Zeit hat inzwischen jemand anders verlegt oder zurückgenommen.'],
  ]);
  const late = { ...place, wishId: standing?.wishId, startTime: '21:30' };
  expect(faultOf(await arrange({ gives: [late] }))).toEqual(['gives.0.startTime: Zu dieser Zeit wird die Sportstätte nicht vergeben.']);
  expect(faultOf(await give(standing?.wishId ?? ''))?.[0]).toContain('Dort steht');
  // All or nothing: the first one would have fitted.
  const both = [{ ...place, wishId: standing?.wishId, weekday: 3 }, late];
  expect((await arrange({ gives: both })).status).toBe(422);
  expect((await rounds.plan(armin, season.id)).grants).toHaveLength(1);
  await expect(
    rounds.server.sql(
      `with copied as (insert into season_grant (id, plan_id, wish_id, facility_id, unit_ids, weekday, start_time, end_time, week)
         select gen_random_uuid(), plan_id, wish_id, facility_id, unit_ids, 6, start_time, end_time, week from season_grant where id = $1 returning id)
       insert into season_grant_unit select c.id, u.plan_id, u.unit_id, u.weekday, u.parity, '[1080,1110)' from season_grant_unit u, copied c where u.grant_id = $1`,
      [grant?.id],
    ),
  ).rejects.toThrow('season_grant_no_overlap');
});

test('the same wishes give the same proposal, and it says how much of what could be reached it is; one that was overtaken is not kept', async () => {
  const { season, hall, minis } = await rounds.planned();
  const [first, second] = [await rounds.propose(season.id), await rounds.propose(season.id)];
  expect(second.body.versions).toMatchObject([{ madeBy: 'search' }, { madeBy: 'search' }]);
  expect(second.body.versions[0]?.reachedPercent).toBeGreaterThanOrEqual(90);
  const hashes = await rounds.server.sql(
    "select distinct search->>'hash' as hash from season_plan where season_id = $1 and search is not null",
    [season.id],
  );
  expect(hashes).toHaveLength(1);
  const grantsOf = async ({ body }: Refusable<SeasonPlan>) =>
    (await armin.get<SeasonPlan['grants']>(`/api/seasons/${season.id}/plans/${body.versions[0]?.id}`)).body.map(
      ({ wishId, weekday, startTime }) => [wishId, weekday, startTime],
    );
  expect(await grantsOf(first)).toEqual(await grantsOf(second));
  // While the search runs, the manager locks a time: a result computed without that lock would undo it.
  const fixed = { wishId: minis.id, facilityId: hall.id, unitIds: hall.unitIds, weekday: 3, startTime: '20:00', week: 'every' };
  const [late, arranged] = await Promise.all([
    rounds.propose(season.id),
    rounds.arrange(season.id, { gives: [{ ...fixed, isLocked: true, reason: 'Zusage' }] }),
  ]);
  expect(arranged.status).toBe(200);
  expect([late.body.code, (await rounds.plan(armin, season.id)).versions.length]).toEqual(['conflict', 2]);
});

test('a club takes a free time that its refusal names, and the manager gives it with one answer; it is not refused any more', async () => {
  const { season, minis, adults } = await rounds.planned();
  await rounds.server.sql('delete from wish_option where wish_id = $1 and rank = 2', [adults.id]);
  await rounds.adopt(season.id, await rounds.propose(season.id));
  await rounds.go(season.id, 'consultation', until);
  const [refusal] = (await rounds.plan(rounds.alma, season.id)).refusals;
  const wanted = refusal?.alternatives[0];
  expect(wanted).toMatchObject({ startTime: expect.any(String) });
  const text = 'Herren nehmen statt dessen die freie Zeit.';
  expect((await rounds.object(rounds.anton, season.id, { wishId: adults.id, alternative: 0, text })).status).toBe(404);
  expect(faultOf(await rounds.object(rounds.anton, season.id, { wishId: minis.id, alternative: 0, text }))).toEqual([
    'alternative: Diese Zeit wird nicht mehr angeboten.',
  ]);
  const one = (await rounds.object(rounds.alma, season.id, { wishId: adults.id, alternative: 0, text })).body;
  expect(faultOf(await rounds.object(rounds.alma, season.id, { wishId: adults.id, alternative: 0, text }))?.[0]).toContain(
    'schon eine Zeit gewählt',
  );
  const answer = (id: string): Promise<Refusable<Objection>> =>
    armin.post(`/api/objections/${id}/answer`, { state: 'upheld', answer: 'Gern.' });
  expect((await answer(one.id)).body).toMatchObject({ state: 'upheld', place: { words: wanted?.words } });
  // It has that time now.
  expect(faultOf(await rounds.object(rounds.alma, season.id, { wishId: adults.id, alternative: 0, text }))).toHaveLength(1);
  const after = await rounds.plan(rounds.alma, season.id);
  expect(after.refusals).toEqual([]);
  expect(after.grants.find(({ wishId }) => wishId === adults.id)).toMatchObject({
    weekday: wanted?.weekday,
    startTime: wanted?.startTime,
  });
  await rounds.go(season.id, 'publishing', { name: season.name });
  await rounds.publish();
  expect(await rounds.server.latestMail(emailOf('admin', 'SCB'))).not.toContain('Was nicht ging');
});

test('a publication is held after the hall in work and goes on later, each series once', async () => {
  const [first, second] = [await makeHall(rounds.server, 'GSV', { units: 1 }), await makeHall(rounds.server, 'GSV', { units: 1 })];
  const { season } = await rounds.make({ facilities: [first, second].map(({ id }) => ({ facilityId: id, windows: [] })) });
  await rounds.go(season.id, 'open');
  for (const hall of [first, second]) {
    const wish = (
      await rounds.wishFor(rounds.anton, season.id, group(`Gruppe ${hall.slug}`, [evening(hall, { weekday: hall === first ? 1 : 2 })]))
    ).body;
    await rounds.act(rounds.anton, season.id, 'submit', [wish.id]);
  }
  await rounds.go(season.id, 'planning', { reason: 'Alle da' });
  await rounds.adopt(season.id, await rounds.propose(season.id));
  const hold = (isHeld: boolean) => armin.post<Partial<{ code: string }>>(`/api/seasons/${season.id}/publication/hold`, { isHeld });
  expect((await hold(true)).body.code).toBe('wrong-state');
  await rounds.go(season.id, 'consultation', until);
  await rounds.go(season.id, 'publishing', { name: season.name });
  expect((await rounds.anton.post(`/api/seasons/${season.id}/publication/hold`, { isHeld: true })).status).toBe(403);
  expect((await hold(true)).status).toBe(200);
  const count = async () =>
    (await rounds.server.sql('select id from booking_series where grant_id is not null and facility_id = any($1)', [[first.id, second.id]]))
      .length;
  await rounds.publish();
  expect([await count(), (await rounds.read(season.id)).phase]).toEqual([0, 'publishing']);
  expect((await hold(false)).status).toBe(200);
  await rounds.publish();
  await rounds.publish();
  expect([await count(), (await rounds.read(season.id)).phase]).toEqual([2, 'published']);
});

test('a proposal that is being looked for is called off, and the plan is as it was', async () => {
  const { season } = await rounds.planned();
  let isOver = false;
  const running = rounds.propose(season.id).finally(() => (isOver = true));
  while (!isOver) expect((await armin.post(`/api/seasons/${season.id}/proposals/end`, {})).status).toBe(200);
  const { status, body } = await running;
  expect([status, body.versions, body.isWorking]).toEqual([200, [], true]);
  expect((await rounds.propose(season.id)).body.versions).toHaveLength(1);
});
