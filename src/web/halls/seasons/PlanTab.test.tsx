import { screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { seasonPlansContract, type Grant, type SeasonPlan } from '#shared/halls/seasons/plans.ts';
import type { Objection } from '#shared/halls/seasons/objections.ts';
import { wishesContract, type Wish } from '#shared/halls/seasons/wishes.ts';
import { showAtAddress, signIn, userOf } from '#test/web/page.tsx';
import { seasonOf } from '#test/web/seasons.ts';
import { PlanTab } from './PlanTab.tsx';

const uuid = (end: number) => `4d7a8a31-5b7c-4c57-8d0f-0000000000${end + 10}`;
const season = seasonOf({ phase: 'consultation', managerClub: 'GSV', isManaged: false, isAccepting: false });
const hallId = season.facilities[0]?.facilityId ?? '';
const place = { facilityId: hallId, unitIds: [uuid(1)], weekday: 3, startTime: '18:00', endTime: '19:30', week: 'every' as const };
const owner = { organisationId: uuid(2), organisation: 'SC Blautal' };

const grantOf = (id: number, wishId: number, groupName: string | null, weekday: number): Grant => ({
  ...place,
  ...owner,
  id: uuid(id),
  wishId: uuid(wishId),
  weekday,
  groupName,
  sport: 'Handball',
  ageGroup: 'adults',
  isLocked: false,
  isKept: false,
  reason: '',
  points: 1,
  version: 1,
});
const plan: SeasonPlan = {
  id: uuid(3),
  isWorking: false,
  points: 0,
  improvements: 0,
  grants: [grantOf(20, 30, 'Herren 1', 3), grantOf(21, 31, null, 4)],
  refusals: [
    {
      ...owner,
      wishId: uuid(32),
      groupName: 'Tanz',
      orderNo: 2,
      missing: 1,
      options: [],
      // The first of those that were named is taken by now.
      alternatives: [{ ...place, words: 'Mittwoch 20:00–21:30, Nordhalle', at: 1 }],
    },
  ],
  figures: [],
  versions: [],
};
const objection: Objection = {
  id: uuid(40),
  ...owner,
  wishId: uuid(32),
  groupName: 'Tanz',
  text: 'Tanz nimmt stattdessen …',
  place: { ...place, words: 'Mittwoch 20:00–21:30, Nordhalle' },
  state: 'open',
  answer: '',
  offer: null,
  offerAnswer: null,
  reply: '',
  createdAt: '2026-11-22T10:00:00.000Z',
};

function wishOf(id: number, departmentId: string, department: string): Wish {
  return {
    ...owner,
    id: uuid(id),
    seasonId: season.id,
    club: 'SCB',
    departmentId,
    department,
    fixedClass: null,
    orderNo: 1,
    groupName: department,
    sport: department,
    kind: 'training',
    ageGroup: 'adults',
    participants: 20,
    parts: 1,
    minutes: 90,
    timesPerWeek: 1,
    intervalWeeks: 1,
    contactName: '',
    contactPhone: '',
    note: '',
    options: [{ facilityId: null, weekday: 3, fromTime: '18:00', toTime: '20:00' }],
    state: 'submitted',
    isKept: false,
    hint: '',
    may: [],
    version: 1,
  };
}

/** jsdom does not scroll. */
beforeAll(() => {
  Element.prototype.scrollTo = () => undefined;
});

async function open(objections: Objection[], wishes: Wish[] = []) {
  const viewer = userOf('admin', 'SCB');
  const server = signIn(viewer);
  const said = [...objections];
  server.on(seasonPlansContract.read, plan);
  server.on(seasonPlansContract.objections, () => said);
  server.on(wishesContract.list, wishes);
  server.on(seasonPlansContract.object, () => {
    said.push(objection);
    return objection;
  });
  server.on(seasonPlansContract.withdraw, () => {
    said.length = 0;
    return { ...objection, state: 'withdrawn' as const };
  });
  return { server, hand: await showAtAddress(<PlanTab season={season} viewer={viewer} />) };
}

test('a free time is taken by its number among those that were named; what is taken is said, and is taken back there', async () => {
  const { server, hand } = await open([]);
  await hand.press('Mittwoch 20:00–21:30, Nordhalle übernehmen für Tanz');
  await hand.reads('Gewählt: Mittwoch 20:00–21:30, Nordhalle. Die Hallenverwaltung entscheidet darüber.');
  expect(server.sent.at(-1)?.body).toMatchObject({ wishId: uuid(32), alternative: 1 });
  expect(screen.queryByRole('button', { name: /übernehmen für Tanz$/ })).toBeNull();
  await hand.press('Zurückziehen für Tanz');
  await hand.reads('Zurückgezogen.');
  await screen.findByRole('button', { name: /übernehmen für Tanz$/ });
});

test('the plan that was sent out shows one department; nothing else of the week is called free then', async () => {
  const { hand } = await open([], [wishOf(30, uuid(50), 'Handball'), wishOf(32, uuid(51), 'Tanzen')]);
  await hand.reads('Was nicht ging, und warum');
  await hand.user.click(await waitFor(() => hand.field('Abteilung')));
  await hand.user.click(await screen.findByText('Handball'));
  await waitFor(() => expect(screen.queryByText('Was nicht ging, und warum')).toBeNull());
  expect(screen.queryAllByText('frei')).toEqual([]);
  await hand.press('Abteilung leeren');
  await hand.reads('Was nicht ging, und warum');
});
