import { expect, test } from 'vitest';
import type { Objection } from '#shared/halls/seasons/objections.ts';
import type { Organisation } from '#shared/halls/organisations.ts';
import type { OwnHours } from '#shared/halls/ownHours.ts';
import type { HallQuestion } from '#shared/halls/notices/holderNotices.ts';
import { emailOf, type Client } from '#test/harness.ts';
import { evening, faultOf, group, useRounds, type Refusable } from '#test/seasons.ts';

const rounds = useRounds();
const until = { objectionsUntil: '2026-12-10T20:00:00Z' };

const takeBack = (who: Client, id: string): Promise<Refusable<Objection>> => who.post(`/api/objections/${id}/withdrawal`, {});
const take = (who: Client, season: string, wishId: string, alternative: number) =>
  rounds.object(who, season, { wishId, alternative, text: 'Wir nehmen diese Zeit.' });

/** A season in its consultation in which the adults of SCB have no time; three free ones are named to them. */
async function refused() {
  const { season, hall, minis, adults } = await rounds.planned();
  await rounds.server.sql('delete from wish_option where wish_id = $1 and rank = 2', [adults.id]);
  await rounds.adopt(season.id, await rounds.propose(season.id));
  await rounds.go(season.id, 'consultation', until);
  return { season, hall, minis, adults };
}

const freeOf = async (who: Client, season: string) =>
  (await rounds.plan(who, season)).refusals.map(({ alternatives }) => alternatives.map(({ at }) => at));

test('a club takes one free time at once; it takes that back, says yes to its result after all, or takes another one', async () => {
  const { season, adults } = await refused();
  const { body: first } = await take(rounds.alma, season.id, adults.id, 0);
  expect(faultOf(await take(rounds.alma, season.id, adults.id, 1))).toEqual([
    'alternative: Für diese Gruppe ist schon eine Zeit gewählt. Ziehen Sie das zuerst zurück.',
  ]);
  const question = async () =>
    (await rounds.alma.get<HallQuestion[]>('/api/hall-questions')).body.find(({ subjectId }) => subjectId === season.id);
  expect(await question()).toMatchObject({ answer: 'declined', mayAnswer: false });

  expect((await takeBack(rounds.anton, first.id)).status).toBe(404);
  for (const role of ['editor', 'trainer'] as const)
    expect((await takeBack(await rounds.server.signedIn(role, 'SCB'), first.id)).status).toBe(403);
  expect((await takeBack(rounds.alma, first.id)).body).toMatchObject({ state: 'withdrawn' });
  expect(await rounds.server.latestMail(emailOf('admin', 'GSV'))).toContain('hat den Einwand zurückgezogen');
  expect(await question()).toMatchObject({ answer: null, mayAnswer: true });
  expect((await takeBack(rounds.alma, first.id)).body.code).toBe('wrong-state');

  const { body: second } = await take(rounds.alma, season.id, adults.id, 1);
  await rounds.armin.post(`/api/objections/${second.id}/answer`, { state: 'upheld', answer: 'Gern.' });
  expect((await takeBack(rounds.alma, second.id)).body.code).toBe('wrong-state');
  expect((await rounds.go(season.id, 'publishing', { name: season.name })).status).toBe(200);
  await rounds.publish();
});

test('a free time that somebody got meanwhile is not named any more, and is not taken under another number', async () => {
  const { season, minis, adults } = await refused();
  expect(await freeOf(rounds.alma, season.id)).toEqual([[0, 1, 2]]);
  const [refusal] = (await rounds.plan(rounds.alma, season.id)).refusals;
  const gone = refusal?.alternatives[0];
  if (!gone) throw new Error('Nothing is free.');
  const { body: said } = await rounds.object(rounds.anton, season.id, { wishId: minis.id, text: 'Dienstags geht es nicht.' });
  const { facilityId, unitIds, weekday, startTime, week } = gone;
  const place = { facilityId, unitIds, weekday, startTime, week };
  expect((await rounds.armin.post(`/api/objections/${said.id}/offer`, { place, insteadOf: 2 })).status).toBe(200);
  await rounds.anton.post(`/api/objections/${said.id}/reply`, { answer: 'accepted', reply: '' });

  const [left] = await freeOf(rounds.alma, season.id);
  expect(left).not.toContain(0);
  expect(left?.length).toBeGreaterThan(0);
  expect(faultOf(await take(rounds.alma, season.id, adults.id, 0))).toEqual(['alternative: Diese Zeit ist nicht mehr frei.']);
  const { body: taken } = await take(rounds.alma, season.id, adults.id, left?.[0] ?? 9);
  expect(taken.place?.words).toBe(refusal.alternatives.find(({ at }) => at === left?.[0])?.words);
  await takeBack(rounds.alma, taken.id);

  await rounds.go(season.id, 'publishing', { name: season.name });
  await rounds.publish();
  const mail = await rounds.server.latestMail(emailOf('admin', 'SCB'));
  expect([mail.includes('Was nicht ging, und warum'), mail.includes('Noch frei')]).toEqual([true, false]);
});

test('behind its link a school takes its objection back; who may only read does not', async () => {
  const { season, hall } = await rounds.make();
  const contacts = [
    { name: 'Sina See', email: 'zurueck@schule.test', maySign: true },
    { name: 'Hans Hof', email: 'lesend@schule.test', maySign: false },
  ];
  const { body: school } = await rounds.armin.post<Organisation>('/api/organisations', { name: 'Rückschule', kind: 'school', contacts });
  await rounds.go(season.id, 'open');
  const lesson = group('Klasse 1', [evening(hall)], { kind: 'school', ageGroup: 'children', organisationId: school.id });
  const { body: wish } = await rounds.wishFor(rounds.armin, season.id, lesson);
  await rounds.go(season.id, 'planning', { reason: 'Probe' });
  await rounds.adopt(season.id, await rounds.propose(season.id));
  await rounds.go(season.id, 'consultation', until);
  const tokenOf = async (email: string) => /\/organisation\/([\w-]+)/.exec(await rounds.server.latestMail(email))?.[1] ?? '';
  const [signing, reading] = [await tokenOf('zurueck@schule.test'), await tokenOf('lesend@schule.test')];
  const visitor = rounds.server.visitor('GSV');
  const { body: said } = await visitor.post<Objection>(`/api/own-hours/${signing}/seasons/${season.id}/objections`, {
    wishId: wish.id,
    text: 'Dienstags ist Wandertag.',
  });
  const withdrawal = (token: string) => visitor.post<Objection>(`/api/own-hours/${token}/objections/${said.id}/withdrawal`, {});
  expect((await withdrawal(reading)).status).toBe(403);
  expect((await withdrawal(signing)).body.state).toBe('withdrawn');
  const { body: behind } = await visitor.get<OwnHours>(`/api/own-hours/${signing}`);
  expect(behind.questions.find(({ subjectId }) => subjectId === season.id)).toMatchObject({ answer: null, mayAnswer: true });
});
