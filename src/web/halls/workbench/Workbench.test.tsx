import { screen, waitFor, within } from '@testing-library/react';
import { useQuery } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import type { z } from 'zod';
import { seasonPlansContract, type arrangement, type Grant, type Refusal, type SeasonPlan } from '#shared/halls/seasons/plans.ts';
import { defaultSeasonRules } from '#shared/halls/seasons/seasonRules.ts';
import type { Season } from '#shared/halls/seasons/seasons.ts';
import { wishesContract, type Wish } from '#shared/halls/seasons/wishes.ts';
import { refuse, type FakeServer } from '#test/web/server.ts';
import { show, signIn, userOf, type Hand } from '#test/web/page.tsx';
import { planQuery } from '../seasons/queries.ts';
import { Workbench } from './Workbench.tsx';

const uuid = (end: number) => `4d7a8a31-5b7c-4c57-8d0f-0000000000${end + 10}`;
const [seasonId, hall, part1, part2, rwa, scb] = [1, 2, 3, 4, 5, 6].map(uuid) as [string, string, string, string, string, string];
const [minis, men, ladies] = [uuid(11), uuid(12), uuid(13)];

test('a wish is picked from the pool, told for whom hours are reserved, placed by keys, and the change undone and redone', async () => {
  const { server, hand } = await open();
  await pick(hand, /Minis/);
  await hand.reads(/Minis verschieben/);
  // The first position is the first unit on Monday at 16:00.
  await hand.user.keyboard('{ArrowDown}');
  await hand.reads(/Montag, 16:00–17:30 Uhr, Dreifachhalle Teil 1\. Frei, der Jugend vorbehalten, nicht gewünscht/);
  await hand.user.keyboard('{ArrowDown}{ArrowDown}');
  await hand.reads(/Montag, 17:00–18:30 Uhr, Dreifachhalle Teil 1\. Frei, 1\. Wunsch, 438 Punkte/);
  await hand.user.keyboard('{Enter}');
  await waitFor(() => expect(server.sent).toHaveLength(1));
  const given = { wishId: minis, facilityId: hall, unitIds: [part1], weekday: 1, startTime: '17:00', week: 'every' };
  expect(server.sent[0]?.body).toMatchObject({ takes: [], gives: [given] });
  await hand.reads(/Minis steht jetzt dort/);
  await hand.user.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(server.sent).toHaveLength(2));
  expect(server.sent[1]?.body).toMatchObject({ takes: [{ version: 1 }], gives: [] });
  await hand.reads(/Zurückgenommen/);
  await hand.press('Wiederholen');
  await waitFor(() => expect(server.sent[2]?.body).toMatchObject({ takes: [], gives: [given] }));
});

test('an impossible place is shown before anything is sent, and nothing is sent', async () => {
  const { server, hand } = await open();
  await pick(hand, /Minis/);
  await hand.user.keyboard(`{ArrowDown}${'{ArrowRight}'.repeat(6)}`);
  await hand.reads(/Donnerstag, .*Zu dieser Zeit wird die Sportstätte nicht vergeben/);
  await hand.user.keyboard('{Enter}');
  expect(server.sent).toEqual([]);
});

test('a drop on occupied times asks with the points before and after, and both change in one step', async () => {
  const { server, hand } = await open();
  within(grid()).getByRole('button', { name: /Damen/ }).focus();
  await hand.user.keyboard('v{ArrowUp}{ArrowUp}{ArrowUp}');
  await hand.reads(/19:00–20:30 Uhr, Dreifachhalle Teil 1\. Belegt: SC Blautal, Herren bis 20:30 Uhr/);
  await hand.user.keyboard('{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'Dort steht schon jemand' });
  await hand.reads(/Der Plan hat jetzt 500 Punkte/);
  await hand.user.click(within(dialog).getByRole('button', { name: /Herren in den Pool \(danach 0 Punkte\)/ }));
  await waitFor(() => expect(server.sent).toHaveLength(1));
  expect(server.sent[0]?.body).toMatchObject({
    takes: [
      { id: uuid(22), version: 1 },
      { id: uuid(21), version: 1 },
    ],
    gives: [{ wishId: ladies, startTime: '19:00' }],
  });
});

test('keys return a time to the pool; a locked time stays until it is unlocked', async () => {
  const { server, hand } = await open({ isLocked: true, reason: 'Vertrag' });
  within(grid())
    .getByRole('button', { name: /Herren/ })
    .focus();
  await hand.user.keyboard('{Delete}');
  await hand.reads('Diese Zeit ist festgelegt. Bitte zuerst lösen.');
  within(grid()).getByRole('button', { name: /Damen/ }).focus();
  await hand.user.keyboard('{Delete}');
  await waitFor(() => expect(server.sent).toHaveLength(1));
  expect(server.sent[0]?.body).toMatchObject({ takes: [{ id: uuid(22), version: 1 }], gives: [] });
});

test('a concurrent change is reported, and the plan is refetched', async () => {
  const { server, hand } = await open();
  server.on(seasonPlansContract.arrange, () => refuse('conflict', { 'takes.0.id': 'Inzwischen geändert: Dienstag 18:00–19:30.' }));
  within(grid()).getByRole('button', { name: /Damen/ }).focus();
  await hand.user.keyboard('{Delete}');
  await hand.reads('Inzwischen geändert: Dienstag 18:00–19:30.');
});

const season: Season = {
  id: seasonId,
  managerClub: 'GSV',
  name: 'Winter',
  startsOn: '2027-10-01',
  endsOn: '2028-03-31',
  wishesFrom: '2027-05-01T06:00:00Z',
  wishesUntil: '2027-06-30T21:59:00Z',
  objectionsUntil: null,
  phase: 'planning',
  criteria: 'Jugend zuerst.',
  instruction: '',
  rules: defaultSeasonRules,
  holidayMode: 'skip_both',
  stepMinutes: 30,
  facilities: [
    {
      facilityId: hall,
      name: 'Dreifachhalle',
      units: [part1, part2].map((id, index) => ({ id, label: `Teil ${index + 1}` })),
      bufferMinutes: 0,
      held: [],
      windows: [1, 2, 3].flatMap((weekday) => [
        { weekday, opens: '16:00', closes: '16:30', onlyClass: 2 },
        { weekday, opens: '16:30', closes: '22:00', onlyClass: null },
      ]),
    },
  ],
  isManaged: true,
  isAccepting: false,
  published: { done: 0, of: 1 },
  isHeld: false,
  version: 1,
};

function wishOf(id: string, groupName: string, organisationId: string, organisation: string): Wish {
  return {
    id,
    seasonId,
    organisationId,
    organisation,
    club: null,
    department: '',
    orderNo: 1,
    groupName,
    sport: '',
    departmentId: null,
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
    options: [{ facilityId: hall, weekday: 1, fromTime: '17:00', toTime: '18:30' }],
    state: 'submitted',
    isKept: false,
    fixedClass: null,
    hint: '',
    may: [],
    version: 1,
  };
}
const wishes = [
  wishOf(minis, 'Minis', rwa, 'Rot-Weiß Auenfeld'),
  wishOf(men, 'Herren', scb, 'SC Blautal'),
  wishOf(ladies, 'Damen', scb, 'SC Blautal'),
];

function grantOf(id: number, wishId: string, groupName: string, startTime: string, endTime: string, more: Partial<Grant> = {}): Grant {
  return {
    id: uuid(id),
    wishId,
    organisationId: scb,
    organisation: 'SC Blautal',
    groupName,
    sport: '',
    ageGroup: 'adults',
    facilityId: hall,
    unitIds: [part1],
    weekday: 1,
    startTime,
    endTime,
    week: 'every',
    isLocked: false,
    isKept: false,
    reason: '',
    points: 250,
    version: 1,
    ...more,
  };
}

/** The server's answer to a change. */
function after(plan: SeasonPlan, { takes, gives }: z.output<typeof arrangement>): SeasonPlan {
  const given = gives.map(({ wishId, startTime, ...place }) => ({
    ...grantOf(31, wishId, 'Minis', startTime, '18:30'),
    ...place,
    unitIds: place.unitIds,
  }));
  return { ...plan, grants: [...plan.grants.filter(({ id }) => !takes.some((one) => one.id === id)), ...given] };
}

beforeEach(() => {
  // jsdom draws nothing, so that nothing can be scrolled.
  Element.prototype.scrollTo = () => undefined;
});

function Bench() {
  const { data } = useQuery(planQuery(seasonId));
  return data ? <Workbench season={season} plan={data} /> : null;
}

/** A week with two groups placed, and one in the pool. */
async function open(menMore: Partial<Grant> = {}): Promise<{ server: FakeServer; hand: Hand }> {
  const lacking: Refusal = {
    wishId: minis,
    organisationId: rwa,
    organisation: 'Rot-Weiß Auenfeld',
    groupName: 'Minis',
    orderNo: 1,
    missing: 1,
    options: [],
    alternatives: [],
  };
  let plan: SeasonPlan = {
    id: uuid(40),
    isWorking: true,
    points: 500,
    improvements: 0,
    grants: [grantOf(21, men, 'Herren', '19:00', '20:30', menMore), grantOf(22, ladies, 'Damen', '20:30', '22:00')],
    refusals: [lacking],
    figures: [],
    versions: [],
  };
  const place = { facilityId: hall, unitIds: [part1], weekday: 1, week: 'every' as const, words: '', obstacles: [], isLocked: false };
  const server = signIn(userOf('admin'));
  server
    .on(seasonPlansContract.read, () => plan)
    .on(wishesContract.list, wishes)
    .on(seasonPlansContract.places, [{ ...place, startTime: '17:00', endTime: '18:30', points: 438, option: 0 }])
    .on(seasonPlansContract.arrange, (change) => (plan = after(plan, change)));
  const hand = show(<Bench />);
  await screen.findByRole('button', { name: 'Zeit wählen für Minis' });
  return { server, hand };
}

function grid(): HTMLElement {
  return screen.getByRole('region', { name: 'Woche in Dreifachhalle' });
}

/** Picks up a wish from the pool. */
async function pick(hand: Hand, name: RegExp): Promise<void> {
  within(screen.getByRole('region', { name: 'Noch ohne Zeit' }))
    .getByRole('button', { name, pressed: false })
    .focus();
  await hand.user.keyboard('{Enter}');
  await screen.findByRole('button', { name: 'Hierhin' });
}
