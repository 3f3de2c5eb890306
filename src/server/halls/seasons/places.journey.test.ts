import { expect, test } from 'vitest';
import { makeHall } from '#test/halls.ts';
import { evening, group, useRounds } from '#test/seasons.ts';

const rounds = useRounds();

/** A season in its planning with a hall and four wishes for its Tuesday evening. */
async function planned(columns: object, more: object = {}) {
  const hall = await makeHall(rounds.server, 'GSV', { units: 1, ...columns });
  const { season } = await rounds.make({ facilities: [{ facilityId: hall.id, windows: [] }] });
  await rounds.go(season.id, 'open');
  const wishes: string[] = [];
  for (const name of ['Erste', 'Zweite', 'Dritte', 'Vierte'])
    wishes.push((await rounds.wishFor(rounds.alma, season.id, group(name, [evening(hall, { toTime: '22:00' })], more))).body.id);
  await rounds.act(rounds.alma, season.id, 'submit', wishes);
  await rounds.go(season.id, 'planning', { reason: 'Probe' });
  const give = async (wish: number, startTime: string, week = 'every') => {
    const gives = [{ wishId: wishes[wish], facilityId: hall.id, unitIds: hall.unitIds, weekday: 2, startTime, week }];
    return (await rounds.arrange(season.id, { gives })).status;
  };
  const standing = async () =>
    (await rounds.plan(rounds.armin, season.id)).grants.map(({ startTime, week }) => `${startTime} ${week}`).toSorted();
  return { give, standing };
}

test('of twenty who give one part at once one is told yes and nineteen that it is taken', async () => {
  const { give, standing } = await planned({});
  const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => give(at % 2, '17:00')));
  expect(answers.filter((status) => status === 200)).toHaveLength(1);
  // The group that has it is told so by its further tries; to the other one it is taken.
  const [had, other] = answers.indexOf(200) % 2 === 0 ? [0, 1] : [1, 0];
  expect(answers.filter((_, at) => at % 2 === other)).toEqual(Array<number>(10).fill(409));
  expect(answers.filter((status, at) => at % 2 === had && ![200, 409, 422].includes(status))).toEqual([]);
  expect(await standing()).toEqual(['17:00 every']);
});

test('back to back two groups stand; fifteen minutes that a hall is to stay free refuse that, and the next step is had', async () => {
  const close = await planned({});
  expect([await close.give(0, '17:00'), await close.give(1, '18:30')]).toEqual([200, 200]);
  const apart = await planned({ buffer_minutes: 15 });
  expect([await apart.give(0, '17:00'), await apart.give(1, '18:30'), await apart.give(1, '19:00')]).toEqual([200, 409, 200]);
  expect(await apart.standing()).toEqual(['17:00 every', '19:00 every']);
});

test('one place has a group in odd weeks and another in even ones, and nobody between them', async () => {
  const { give, standing } = await planned({}, { intervalWeeks: 2 });
  expect([await give(0, '17:00', 'odd'), await give(1, '17:00', 'even')]).toEqual([200, 200]);
  expect([await give(2, '17:00', 'odd'), await give(3, '17:30', 'even')]).toEqual([409, 409]);
  expect(await standing()).toEqual(['17:00 even', '17:00 odd']);
});
