import { expect, test } from 'vitest';
import { offerStateWords, type Objection } from '#shared/halls/seasons/objections.ts';
import type { Organisation } from '#shared/halls/organisations.ts';
import type { OwnHours } from '#shared/halls/ownHours.ts';
import type { PlaceChoice } from '#shared/halls/seasons/plans.ts';
import { emailOf, type Client } from '#test/harness.ts';
import { evening, faultOf, group, useRounds, type Refusable } from '#test/seasons.ts';

const rounds = useRounds();
const until = { objectionsUntil: '2026-12-10T20:00:00Z' };

const places = async (season: string, wish: string) =>
  (await rounds.armin.get<PlaceChoice[]>(`/api/seasons/${season}/wishes/${wish}/places`)).body;
const at = ({ facilityId, unitIds, weekday, startTime, week }: PlaceChoice) => ({ facilityId, unitIds, weekday, startTime, week });
const offer = (id: string, place: object, more: object = {}): Promise<Refusable<Objection>> =>
  rounds.armin.post(`/api/objections/${id}/offer`, { place, ...more });
const reply = (who: Client, id: string, answer: string, words = ''): Promise<Refusable<Objection>> =>
  who.post(`/api/objections/${id}/reply`, { answer, reply: words });
const read = async (who: Client, season: string, id: string) =>
  (await who.get<Objection[]>(`/api/seasons/${season}/objections`)).body.find((one) => one.id === id);

test('the manager offers a refused group another time; a no comes with words and leaves the objection open, a yes gives the time', async () => {
  const { season, minis, adults } = await rounds.planned();
  await rounds.server.sql('delete from wish_option where wish_id = $1 and rank = 2', [adults.id]);
  await rounds.adopt(season.id, await rounds.propose(season.id));
  await rounds.go(season.id, 'consultation', until);
  const { body: said } = await rounds.object(rounds.alma, season.id, { wishId: adults.id, text: 'Ohne Zeit hört die Gruppe auf.' });
  const [first, second] = await places(season.id, adults.id);
  if (!first || !second) throw new Error('Nothing is free.');
  const [taken] = (await rounds.plan(rounds.armin, season.id)).grants.filter(({ wishId }) => wishId === minis.id);
  expect(await offer(said.id, { ...at(first), weekday: taken?.weekday, startTime: taken?.startTime })).toMatchObject({
    status: 409,
    body: { code: 'occupied' },
  });
  expect(faultOf(await offer(said.id, at(first), { insteadOf: 5 }))).toEqual(['insteadOf: An diesem Tag hat die Gruppe keine Zeit.']);
  expect((await rounds.alma.post(`/api/objections/${said.id}/offer`, { place: at(first) })).status).toBe(403);

  expect((await offer(said.id, at(first), { answer: 'Da ist noch Platz.' })).body).toMatchObject({
    state: 'open',
    offer: { words: first.words },
  });
  const mail = await rounds.server.latestMail(emailOf('admin', 'SCB'));
  expect(mail).toMatch(/bieten wir Ihnen an[^]*Da ist noch Platz[^]*Ohne Zeit hört die Gruppe auf/);
  expect(mail).toContain(first.words);
  // Another club neither sees nor answers it; publication is blocked by it.
  expect(await read(rounds.anton, season.id, said.id)).toBeUndefined();
  expect((await reply(rounds.anton, said.id, 'accepted')).status).toBe(404);
  for (const role of ['editor', 'trainer'] as const)
    expect((await reply(await rounds.server.signedIn(role, 'SCB'), said.id, 'accepted')).status).toBe(403);
  expect(faultOf(await rounds.go(season.id, 'publishing', { name: season.name }))?.[0]).toContain(
    'Ein Einwand ist noch nicht beantwortet.',
  );

  expect((await reply(rounds.alma, said.id, 'declined', 'Da hat niemand Zeit.')).status).toBe(200);
  expect((await reply(rounds.alma, said.id, 'accepted')).body.code).toBe('wrong-state');
  const declined = await read(rounds.armin, season.id, said.id);
  expect([declined?.state, declined && offerStateWords(declined)]).toEqual(['open', 'abgelehnt: Da hat niemand Zeit.']);
  expect(await rounds.server.latestMail(emailOf('admin', 'GSV'))).toContain('abgelehnt: Da hat niemand Zeit.');

  await offer(said.id, at(second));
  expect((await reply(rounds.alma, said.id, 'accepted')).body).toMatchObject({ state: 'upheld', offerAnswer: 'accepted' });
  const plan = await rounds.plan(rounds.alma, season.id);
  expect(plan.refusals).toEqual([]);
  expect(plan.grants.find(({ wishId }) => wishId === adults.id)).toMatchObject({ weekday: second.weekday, startTime: second.startTime });
  expect((await rounds.go(season.id, 'publishing', { name: season.name })).status).toBe(200);
});

test('behind its link a school takes another time instead of its own; one that was given away meanwhile is told, and its own stays', async () => {
  const { season, hall } = await rounds.make();
  const contacts = [{ name: 'Sina See', email: 'tausch@schule.test', maySign: true }];
  const { body: school } = await rounds.armin.post<Organisation>('/api/organisations', { name: 'Tauschschule', kind: 'school', contacts });
  await rounds.go(season.id, 'open');
  const tuesday = group('Klasse 3b', [evening(hall)], {
    kind: 'school',
    ageGroup: 'children',
    participants: 24,
    organisationId: school.id,
  });
  const { body: wish } = await rounds.wishFor(rounds.armin, season.id, tuesday);
  const { body: other } = await rounds.wishFor(rounds.alma, season.id, group('Herren', [evening(hall, { weekday: 3 })]));
  await rounds.act(rounds.alma, season.id, 'submit', [other.id]);
  await rounds.go(season.id, 'planning', { reason: 'Probe' });
  await rounds.adopt(season.id, await rounds.propose(season.id));
  await rounds.go(season.id, 'consultation', until);
  const token = /\/organisation\/([\w-]+)/.exec(await rounds.server.latestMail('tausch@schule.test'))?.[1] ?? '';
  const visitor = rounds.server.visitor('GSV');
  const behind = async () =>
    (await visitor.get<OwnHours>(`/api/own-hours/${token}`)).body.seasons.find((one) => one.season.id === season.id);
  const object = (text: string): Promise<Refusable<Objection>> =>
    visitor.post(`/api/own-hours/${token}/seasons/${season.id}/objections`, { wishId: wish.id, alternative: null, text });
  const say = (id: string, answer: string): Promise<Refusable<Objection>> =>
    visitor.post(`/api/own-hours/${token}/objections/${id}/reply`, { answer, reply: '' });
  const { body: said } = await object('Dienstags ist die Busfahrt zu spät.');
  // It has a time: another one is only offered in exchange.
  const free = await places(season.id, wish.id);
  const thursday = free.find(({ weekday }) => weekday === 4);
  const friday = free.find(({ weekday }) => weekday === 5);
  if (!thursday || !friday) throw new Error('Nothing is free.');
  expect(faultOf(await offer(said.id, at(thursday)))?.[0]).toContain('Die Gruppe hat schon alle Zeiten.');
  await offer(said.id, at(thursday), { insteadOf: 2 });
  expect(await rounds.server.latestMail('tausch@schule.test')).toContain(`${thursday.words} (statt der Zeit am Dienstag)`);
  expect((await behind())?.objections).toMatchObject([{ state: 'open', offer: { words: thursday.words }, offerAnswer: null }]);
  // Somebody else takes the offered time first.
  const { body: rival } = await rounds.object(rounds.alma, season.id, { wishId: other.id, text: 'Donnerstag wäre uns lieber.' });
  await offer(rival.id, at(thursday), { insteadOf: 3 });
  expect((await reply(rounds.alma, rival.id, 'accepted')).body.state).toBe('upheld');
  const late = await say(said.id, 'accepted');
  expect([late.body.state, offerStateWords(late.body)]).toEqual(['open', 'angenommen, aber die Zeit war schon vergeben']);
  const days = async () => (await behind())?.grants.map(({ weekday }) => weekday);
  expect(await days()).toEqual([2]);
  await offer(said.id, at(friday), { insteadOf: 2 });
  expect((await say(said.id, 'accepted')).body.state).toBe('upheld');
  expect(await days()).toEqual([5]);
  expect((await say(said.id, 'declined')).body.code).toBe('wrong-state');
});

/** A season in consultation with an objection of SCB, and two times that could be offered. */
async function objected() {
  const { season, adults } = await rounds.planned();
  await rounds.server.sql('delete from wish_option where wish_id = $1 and rank = 2', [adults.id]);
  await rounds.adopt(season.id, await rounds.propose(season.id));
  await rounds.go(season.id, 'consultation', until);
  const { body: said } = await rounds.object(rounds.alma, season.id, { wishId: adults.id, text: 'Ohne Zeit hört die Gruppe auf.' });
  const [first] = await places(season.id, adults.id);
  if (!first) throw new Error('Nothing is free.');
  return { season, said, first };
}

test('an offer to an objection that somebody answers in the same moment is refused, and nobody is written to', async () => {
  const { season, said, first } = await objected();
  // Another connection locks the season, answers the objection as soon as the offer waits for the lock, and commits.
  const answered = rounds.server.sql(`do $$ begin
    perform 1 from season where id = '${season.id}' for update;
    for turn in 1..200 loop
      exit when exists (select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid)));
      perform pg_sleep(0.05);
    end loop;
    update objection set state = 'rejected', answer = 'Nein.' where id = '${said.id}';
  end $$`);
  const isHeld = async () =>
    (
      await rounds.server.sql(
        `select 1 from pg_stat_activity where datname = current_database() and query like 'do $$ begin%' and backend_xid is not null`,
      )
    ).length > 0;
  while (!(await isHeld())) await new Promise((done) => setTimeout(done, 20));
  const late = await offer(said.id, at(first));
  await answered;
  expect(late).toMatchObject({ status: 409, body: { code: 'wrong-state' } });
  expect(await read(rounds.armin, season.id, said.id)).toMatchObject({ state: 'rejected', offer: null });
});

test('the same offer after a no is a new one: both sides are written to again; offered twice before the answer it is told once', async () => {
  const { said, first } = await objected();
  const mails = async (recipient: string) =>
    (await rounds.server.sql(`select 1 from outbox_mail where recipient = $1 and subject like '%Gegenangebot%'`, [recipient])).length;
  const told = async () => [await mails(emailOf('admin', 'SCB')), await mails(emailOf('admin', 'GSV'))];
  const [club = 0, manager = 0] = await told();
  for (const round of [1, 2]) {
    expect((await offer(said.id, at(first), { answer: 'Da ist noch Platz.' })).status).toBe(200);
    expect((await offer(said.id, at(first), { answer: 'Da ist noch Platz.' })).status).toBe(200);
    expect((await reply(rounds.alma, said.id, 'declined', `Nein, zum ${round}. Mal.`)).status).toBe(200);
    expect(await told()).toEqual([club + round, manager + round]);
  }
  expect(await rounds.server.latestMail(emailOf('admin', 'GSV'))).toContain('Nein, zum 2. Mal.');
});

test('what is said with the answer to an offer stands beside it and not in the log', async () => {
  const { season, said, first } = await objected();
  await offer(said.id, at(first));
  await reply(rounds.alma, said.id, 'declined', 'Herr Meier ist krank.');
  expect(await read(rounds.armin, season.id, said.id)).toMatchObject({ reply: 'Herr Meier ist krank.' });
  const logged = await rounds.server.sql<{ content: string }>('select content from audit where entity_id = $1 order by id desc', [said.id]);
  expect(logged[0]?.content).toMatch(/^Gegenangebot abgelehnt: /);
  expect(logged.filter(({ content }) => content.includes('Meier'))).toEqual([]);
});
