import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { OpenHallRequest } from '#shared/halls/hallRequests/hallRequests.ts';
import type { Organisation } from '#shared/halls/organisations.ts';
import type { OwnHours } from '#shared/halls/ownHours.ts';
import type { SeasonPlan } from '#shared/halls/seasons/plans.ts';
import type { Wish } from '#shared/halls/seasons/wishes.ts';
import type { ProblemBody } from '#shared/kernel/problems.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { makeHall, requestedAt, type Hall } from '#test/halls.ts';
import { emailOf, testTime, type Client } from '#test/harness.ts';
import { evening, group, useRounds } from '#test/seasons.ts';

const rounds = useRounds();
let visitor: Client;
beforeAll(() => {
  visitor = rounds.server.visitor('GSV');
});
beforeEach(async () => {
  setClock(testTime);
  await rounds.server.sql('delete from rate_limit');
});

let made = 0;
/** A school with its secretary, and the link from an email. */
async function school(more: { maySign?: boolean; email?: string } = {}) {
  const email = more.email ?? `see${++made}@schule.test`;
  const values = { name: `Schule ${++made}`, kind: 'school', contacts: [{ name: 'Sina See', email, maySign: more.maySign ?? true }] };
  const { body } = await rounds.armin.post<Organisation>('/api/organisations', values);
  return { email, organisation: body, token: await linkOf(body, email) };
}
async function linkOf({ id }: Organisation, email: string) {
  expect((await rounds.armin.post('/api/organisations/links', { ids: [id] })).body).toMatchObject({ sent: 1, without: [] });
  return tokenIn(email);
}
const tokenIn = async (email: string) => /\/organisation\/([\w-]+)/.exec(await rounds.server.latestMail(email))?.[1] ?? '';
const read = async (token: string, of = '') => visitor.get<OwnHours>(`/api/own-hours/${token}${of && `?organisationId=${of}`}`);
const ownSeason = async (token: string, id: string) => (await read(token)).body.seasons.find((one) => one.season.id === id);
const send = (token: string, path: string, body: object = {}) =>
  visitor.post<{ changed: number } & Partial<ProblemBody> & Partial<Wish>>(`/api/own-hours/${token}/${path}`, body);
const lesson = (hall: Hall) => group('Klasse 3b', [evening(hall)], { kind: 'school', ageGroup: 'children', participants: 24 });

/** A weekly hour of an organisation, added by the manager of the hall. */
async function weekly({ id: organisationId }: Organisation, hall: Hall) {
  const values = { facilityId: hall.id, unitIds: hall.unitIds.slice(0, 1), title: 'Turnen', kind: 'school', ageGroup: 'children' };
  const rule = { weekday: 2, startsOn: '2026-12-01', endsOn: '2026-12-15', startTime: '10:00', endTime: '11:30' };
  const answer = await rounds.armin.post('/api/bookings/series', { ...values, ...rule, organisationId });
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
}

test('a school enters its wish, reads why it was refused, and objects, all by the link of its mails', async () => {
  const { season, hall } = await rounds.make();
  const { email, token } = await school();
  const other = await school();
  await rounds.go(season.id, 'open');
  expect(await rounds.server.latestMail(email)).toContain('über den Link in dieser Mail');
  const opened = await read(await tokenIn(email));
  expect(opened.body.seasons.map((one) => one.season.id)).toContain(season.id);

  const path = `seasons/${season.id}/wishes`;
  const first = await send(token, path, lesson(hall));
  expect(first.body).toMatchObject({ state: 'submitted', groupName: 'Klasse 3b', may: expect.arrayContaining(['change', 'withdraw']) });
  const twin = await send(other.token, path, { ...lesson(hall), groupName: 'Klasse 4a', participants: 10 });
  expect(twin.body).toMatchObject({ state: 'submitted', seasonId: season.id });
  const wrong = await visitor.send('PUT', `/api/own-hours/${other.token}/wishes/${first.body.id}`, { ...lesson(hall), version: 1 });
  expect(wrong.status).toBe(404);
  const changed = await visitor.send('PUT', `/api/own-hours/${token}/wishes/${first.body.id}`, {
    ...lesson(hall),
    participants: 25,
    version: 1,
  });
  expect(changed.status).toBe(200);
  expect((await visitor.send('PUT', `/api/own-hours/${token}/wishes/${first.body.id}`, { ...lesson(hall), version: 1 })).status).toBe(409);
  expect((await ownSeason(other.token, season.id))?.wishes.map(({ groupName }) => groupName)).toEqual(['Klasse 4a']);

  await rounds.go(season.id, 'planning', { reason: 'Probe' });
  expect((await send(token, path, lesson(hall))).body.code).toBe('wrong-state');
  await rounds.adopt(season.id, await rounds.propose(season.id));
  expect(await ownSeason(token, season.id)).toMatchObject({ grants: [], refusals: [] });
  await rounds.go(season.id, 'consultation', { objectionsUntil: '2026-12-10T20:00:00Z' });

  const results = await Promise.all([token, other.token].map(async (one) => ownSeason(one, season.id)));
  expect(results.map((one) => [one?.grants.length, one?.refusals.length])).toEqual([
    [1, 0],
    [0, 1],
  ]);
  expect(results[1]?.refusals[0]).toMatchObject({ groupName: 'Klasse 4a', missing: 1 });
  expect(JSON.stringify(results[1])).not.toContain('Klasse 3b');
  const objection = await send(other.token, `seasons/${season.id}/objections`, {
    wishId: twin.body.id,
    alternative: 0,
    text: 'Diese freie Zeit nehmen wir.',
  });
  expect(objection.status).toBe(200);
  expect((await ownSeason(other.token, season.id))?.objections).toMatchObject([{ state: 'open' }]);
  expect((await ownSeason(token, season.id))?.objections).toEqual([]);
  await rounds.armin.post(`/api/objections/${objection.body.id}/answer`, { state: 'upheld', answer: 'Gern.' });
  expect((await ownSeason(other.token, season.id))?.grants).toHaveLength(1);
  expect((await rounds.armin.get<SeasonPlan>(`/api/seasons/${season.id}/plan`)).body.grants).toHaveLength(2);
});

test('a season stands behind the link while it takes wishes, and then for those who wished for something', async () => {
  const { season, hall } = await rounds.make();
  const [asks, asksNot] = [await school(), await school()];
  await rounds.go(season.id, 'open');
  expect((await ownSeason(asksNot.token, season.id))?.wishes).toEqual([]);
  await send(asks.token, `seasons/${season.id}/wishes`, lesson(hall));
  await rounds.go(season.id, 'planning', { reason: 'Alle haben abgesendet' });
  expect([(await ownSeason(asks.token, season.id))?.wishes.length, await ownSeason(asksNot.token, season.id)]).toEqual([1, undefined]);
});

test('an hour is released by the link; those of other organisations are inaccessible', async () => {
  const hall = await makeHall(rounds.server, 'GSV');
  const [own, other] = [await school(), await school()];
  await weekly(own.organisation, hall);
  const [group0] = (await read(own.token)).body.groups;
  expect(group0).toMatchObject({ title: 'Turnen', words: expect.stringContaining('dienstags 10:00–11:30 Uhr') });
  expect(group0?.dates).toHaveLength(3);
  expect((await read(other.token)).body.groups).toEqual([]);
  const bookingIds = group0?.dates.slice(0, 2).map(({ id }) => id) ?? [];
  expect((await send(other.token, 'releases', { bookingIds })).status).toBe(404);
  expect((await send(own.token, 'releases', { bookingIds })).body).toEqual({ changed: 2 });
  expect((await send(own.token, 'releases', { bookingIds })).body).toEqual({ changed: 0 });
  expect((await read(own.token)).body.groups[0]?.dates.map(({ state }) => state)).toEqual(['released', 'released', 'approved']);
  const file = await visitor.get(`/api/own-hours/${own.token}/calendar`);
  expect([file.status, file.headers['content-type'], file.text.match(/BEGIN:VEVENT/g)?.length]).toEqual([
    200,
    'text/calendar; charset=utf-8',
    1,
  ]);
  expect((await visitor.get(`/api/own-hours/${other.token}/calendar`)).text).not.toContain('BEGIN:VEVENT');
  // A mistaken release can be reclaimed as long as nobody has the hour.
  expect((await send(other.token, 'reclaims', { bookingIds })).status).toBe(404);
  const alma = await rounds.server.signedIn('admin', 'SCB');
  expect(await rounds.server.latestMail(emailOf('admin', 'SCB'))).toContain(`${own.organisation.name} gibt 2 Stunden frei.`);
  await alma.post(`/api/bookings/${bookingIds[0]}/take-over`, { title: 'Turnen', kind: 'training' });
  // Whose hour it was is told, with their link; not who manages the hall.
  expect(await rounds.server.latestMail(own.email)).toMatch(/SCB hat Ihre freigegebene Stunde übernommen\.[^]*\/organisation\//);
  expect((await send(own.token, 'reclaims', { bookingIds })).body).toEqual({ changed: 1 });
  expect((await read(own.token)).body.groups[0]?.dates.map(({ state }) => state)).toEqual(['approved', 'approved']);
  const [entry] = await rounds.server.sql<{ actor: string }>(
    "select name as actor from audit where content like 'Stunde freigegeben%' order by id desc limit 1",
  );
  expect(entry?.actor).toBe(`Sina See (${own.organisation.name})`);
});

test('a counter-offer of the manager is accepted by the link, which does not reveal who holds the conflicting time', async () => {
  const hall = await makeHall(rounds.server, 'GSV');
  const [own, other] = [await school(), await school()];
  const want = { facilityId: hall.id, startsOn: '2026-12-03', startTime: '10:00', endTime: '11:30' };
  const asked = { organisation: own.organisation.name, kind: 'school', contactName: 'Sina See', email: own.email, purpose: 'Turnfest' };
  await visitor.post('/api/hall-requests', { ...asked, wants: [want] });
  const confirm = /\/hallRequest\/([\w-]+)/.exec(await rounds.server.latestMail(own.email))?.[1];
  await visitor.post(`/api/hall-requests/${confirm}/confirmation`, {});
  const [request] = (await rounds.armin.get<OpenHallRequest[]>('/api/hall-requests')).body;
  await rounds.armin.post(`/api/hall-requests/${request?.id}/organisation`, { organisationId: own.organisation.id });
  const [date] = await requestedAt(rounds.armin, hall.id);
  const offer = { facilityId: hall.id, unitIds: hall.unitIds.slice(0, 1), startTime: '14:00', endTime: '15:30' };
  expect(
    (await rounds.armin.post(`/api/bookings/${date?.id}/decision`, { action: 'offer', scope: 'one', reason: 'Zu früh', offer })).status,
  ).toBe(200);
  expect(await rounds.server.latestMail(own.email)).toContain('antworten Sie über den Link');
  const token = await tokenIn(own.email);
  const shown = (await read(token)).body.groups[0]?.dates[0];
  expect(shown).toMatchObject({ state: 'counter_offered', offer: expect.stringContaining('14:00–15:30 Uhr'), mayRelease: false });
  expect((await send(other.token, `offers/${shown?.id}`, { isAccepted: true })).status).toBe(404);

  const there = { facilityId: hall.id, unitIds: hall.unitIds, title: 'Geheime Probe', kind: 'training', date: '2026-12-03' };
  const blocking = await rounds.armin.post<{ id: string }>('/api/bookings', { ...there, startTime: '14:00', endTime: '15:00' });
  const refused = await send(token, `offers/${shown?.id}`, { isAccepted: true });
  expect([refused.status, refused.text]).toEqual([409, expect.not.stringContaining('Geheime Probe')]);
  await rounds.armin.post(`/api/bookings/${blocking.body.id}/cancel`, { scope: 'one' });
  expect((await send(token, `offers/${shown?.id}`, { isAccepted: true })).body).toEqual({ changed: 1 });
  expect((await read(token)).body.groups[0]?.dates[0]).toMatchObject({ state: 'approved', words: expect.stringContaining('14:00–15:30') });
});

test("a series that takes another time is refused at that time's field, here and where it is booked again", async () => {
  const hall = await makeHall(rounds.server, 'GSV');
  const own = await school();
  await weekly(own.organisation, hall);
  await rounds.server.sql("update booking set state = 'requested' where organisation_id = $1", [own.organisation.id]);
  const [date] = await requestedAt(rounds.armin, hall.id);
  const offer = { facilityId: hall.id, unitIds: hall.unitIds.slice(1, 2), startTime: '14:00', endTime: '15:30' };
  const asked = await rounds.armin.post(`/api/bookings/${date?.id}/decision`, { action: 'offer', scope: 'all', reason: '', offer });
  expect(asked.status).toBe(200);
  const token = await tokenIn(own.email);
  await rounds.server.sql('update app_user set disabled_at = now() where email = $1', [emailOf('admin', 'GSV')]);
  expect((await send(token, `offers/${date?.id}`, { isAccepted: true })).body).toEqual({ changed: 3 });
  expect((await read(token)).body.groups[0]?.words).toContain('dienstags 14:00–15:30 Uhr');
  expect(await rounds.server.sql('select unit_ids, version from booking_series where organisation_id = $1', [own.organisation.id])).toEqual(
    [{ unit_ids: offer.unitIds, version: 2 }],
  );
  // Those who decide on the hall are notified of the answer; without a board its superuser is.
  expect(await rounds.server.latestMail(emailOf('super', 'GSV'))).toContain('Gegenvorschlag angenommen');
  await rounds.server.sql('update app_user set disabled_at = null where email = $1', [emailOf('admin', 'GSV')]);
});

test('nobody objects for others, with an expired link, or after the consultation; and only its manager answers', async () => {
  const { season, hall } = await rounds.make();
  const [own, other] = [await school(), await school()];
  await rounds.go(season.id, 'open');
  const wish = await send(other.token, `seasons/${season.id}/wishes`, lesson(hall));
  await rounds.go(season.id, 'planning', { reason: 'Probe' });
  await rounds.adopt(season.id, await rounds.propose(season.id));
  const path = `seasons/${season.id}/objections`;
  const said = { wishId: null, alternative: null, text: 'Das geht so nicht.' };
  expect((await send(own.token, path, said)).body.code).toBe('wrong-state');
  await rounds.go(season.id, 'consultation', { objectionsUntil: '2026-12-10T20:00:00Z' });

  // With another organisation's wish, in another's name, without the right to speak for a club, with an unknown link.
  expect((await send(own.token, path, { ...said, wishId: wish.body.id })).status).toBe(404);
  const inOthersName = { ...said, organisationId: other.organisation.id };
  expect((await send(own.token, path, inOthersName)).status).toBe(404);
  expect((await rounds.object(rounds.alma, season.id, { ...inOthersName, wishId: wish.body.id })).status).toBe(404);
  for (const role of ['reader', 'trainer'] as const)
    expect([role, (await rounds.object(await rounds.server.signedIn(role, 'SCB'), season.id, said)).status]).toEqual([role, 403]);
  expect((await rounds.object(visitor, season.id, said)).status).toBe(401);
  expect((await send('A'.repeat(own.token.length), path, said)).status).toBe(404);
  // A contact with a new address invalidates the previous link.
  const { id, version, name, kind } = other.organisation;
  const contacts = [{ name: 'Neu', email: 'neu@schule.test', maySign: true }];
  expect((await rounds.armin.send('PUT', `/api/organisations/${id}`, { name, kind, version, contacts })).status).toBe(200);
  expect((await send(other.token, path, { ...said, wishId: wish.body.id })).status).toBe(404);
  expect(await rounds.server.sql('select 1 from objection where season_id = $1', [season.id])).toEqual([]);

  const kept = await send(own.token, path, said);
  expect(kept.status).toBe(200);
  const answer = { state: 'upheld', answer: 'Gern.' };
  expect((await visitor.post(`/api/objections/${kept.body.id}/answer`, answer)).status).toBe(401);
  for (const client of [rounds.alma, rounds.anton])
    expect([403, 404]).toContain((await client.post(`/api/objections/${kept.body.id}/answer`, answer)).status);
  setClock(new Date('2026-12-10T20:00:01Z'));
  expect((await send(own.token, path, said)).body.code).toBe('wrong-state');
  expect(await rounds.server.sql('select state from objection where season_id = $1', [season.id])).toEqual([{ state: 'open' }]);
});

test('a contact without the right to sign reads and releases, but sends no wishes and no objections', async () => {
  const { season, hall } = await rounds.make();
  await rounds.go(season.id, 'open');
  const { token } = await school({ maySign: false });
  expect((await send(token, `seasons/${season.id}/wishes`, lesson(hall))).status).toBe(403);
  expect((await send(token, `seasons/${season.id}/objections`, { text: 'Das geht so nicht.' })).status).toBe(403);
  expect((await read(token)).body).toMatchObject({ contact: { maySign: false } });
});

test('a link opens all organisations of its address, each only when selected, and none of others', async () => {
  const email = 'beide@schule.test';
  const [first, second, other] = [await school({ email }), await school({ email }), await school()];
  const { body } = await read(first.token);
  expect(body.organisation.name).toBe(first.organisation.name);
  expect(body.choices.map(({ id }) => id).toSorted()).toEqual([first.organisation.id, second.organisation.id].toSorted());
  expect((await read(first.token, second.organisation.id)).body.organisation.name).toBe(second.organisation.name);
  expect((await read(first.token, other.organisation.id)).status).toBe(404);
});

test('a link ends after 90 days, with a change of its address, and with its contact', async () => {
  const { organisation, token, email } = await school();
  const [contact] = organisation.contacts;
  const { id, version, name, kind } = organisation;
  const change = (more: object) => rounds.armin.send<Organisation>('PUT', `/api/organisations/${id}`, { name, kind, version, ...more });
  setClock(new Date(testTime.getTime() + 91 * 86_400_000));
  expect((await read(token)).status).toBe(404);
  setClock(testTime);
  expect((await read(token)).status).toBe(200);
  const moved = await change({ contacts: [{ ...contact, email: 'neu@schule.test' }] });
  expect(moved.status).toBe(200);
  expect((await read(token)).status).toBe(404);
  const next = await linkOf(organisation, 'neu@schule.test');
  await change({ version: moved.body.version, contacts: [] });
  expect((await read(next)).status).toBe(404);
  const [stored] = await rounds.server.sql<{ text: string }>('select string_agg(token_hash, $1) as text from organisation_link', [' ']);
  expect(stored?.text ?? '').not.toContain(token);
  expect(email).not.toBe('');
});

test('a lost link is renewed by mail; known and unknown addresses get the same response', async () => {
  const { email, token } = await school();
  const renew = (address: string) => visitor.post('/api/own-hours/links', { email: address });
  expect((await renew('fremd@nirgends.test')).body).toEqual({ ok: true });
  expect(await rounds.server.sql("select id from outbox_mail where recipient = 'fremd@nirgends.test'")).toEqual([]);
  setClock(new Date(testTime.getTime() + 60_000));
  expect((await renew(email.toUpperCase())).body).toEqual({ ok: true });
  const again = await tokenIn(email);
  expect(again).not.toBe(token);
  expect((await read(again)).status).toBe(200);
});

test('the manager sees who was notified of a season, and whose link was opened', async () => {
  const { season } = await rounds.make();
  const { organisation, email } = await school();
  await rounds.go(season.id, 'open');
  const told = async () =>
    (
      await rounds.armin.get<{ organisation: string; recipient: string; delivery: string; openedAt: string | null }[]>(
        `/api/seasons/${season.id}/notices`,
      )
    ).body.find(({ recipient }) => recipient === email);
  expect(await told()).toMatchObject({ organisation: organisation.name, delivery: 'queued', openedAt: null });
  await send(await tokenIn(email), 'opening');
  expect(await told()).toMatchObject({ openedAt: expect.any(String) });
  expect((await rounds.anton.get(`/api/seasons/${season.id}/notices`)).status).toBe(404);
});
