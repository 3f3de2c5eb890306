import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Refusal, SeasonPlan } from '#shared/halls/seasons/plans.ts';
import type { Wish } from '#shared/halls/seasons/wishes.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { seasonOf } from '#test/web/seasons.ts';
import { Pool } from './Pool.tsx';

const uuid = (end: number) => `4d7a8a31-5b7c-4c57-8d0f-0000000000${end + 10}`;
const [organisationId, handball, turnen] = [uuid(1), uuid(2), uuid(3)] as const;

test('a school stands first, whatever it calls its hour', () => {
  const groups = ['Minis', 'C-Jugend', 'A-Jugend', 'Damen', 'Herren', 'Klasse 3'];
  pool(groups.map((groupName, at) => ({ ...wishOf(uuid(at + 10), groupName, handball), fixedClass: at === 5 ? 1 : null })));
  expect(screen.getAllByRole('listitem')[0]?.textContent).toContain('Klasse 3');
});

test('the pool can be filtered by department, with club and name', async () => {
  const groups = ['Minis', 'C-Jugend', 'A-Jugend', 'Damen', 'Herren', 'Turnzwerge'];
  const wishes = groups.map((groupName, at) => wishOf(uuid(at + 10), groupName, at < 5 ? handball : turnen));
  const hand = pool(wishes);
  const cards = () => within(screen.getByRole('list')).getAllByRole('listitem').length;
  expect(cards()).toBe(6);
  await hand.user.click(hand.field('Abteilung'));
  await hand.user.click(await screen.findByText('Rot-Weiß Auenfeld, Turnen'));
  expect(cards()).toBe(1);
  await hand.press('Abteilung leeren');
  expect(cards()).toBe(6);
});

function pool(wishes: readonly Wish[]) {
  const refusals = wishes.map(({ id: wishId, groupName }): Refusal => {
    const known = { organisationId, organisation: 'Rot-Weiß Auenfeld', orderNo: 1, missing: 1, options: [], alternatives: [] };
    return { ...known, wishId, groupName };
  });
  const plan: SeasonPlan = { id: uuid(50), isWorking: true, points: 0, improvements: 0, grants: [], refusals, figures: [], versions: [] };
  signIn(userOf('admin', 'GSV'));
  const nothing = () => undefined;
  return show(
    <Pool
      season={seasonOf({ phase: 'planning' })}
      plan={plan}
      wishes={new Map(wishes.map((wish) => [wish.id, wish]))}
      pickedId={undefined}
      onPick={nothing}
      onChoose={nothing}
    />,
  );
}

function wishOf(id: string, groupName: string, departmentId: string): Wish {
  const of = { organisationId, organisation: 'Rot-Weiß Auenfeld', club: 'RWA' as const, departmentId };
  return {
    ...of,
    id,
    seasonId: uuid(0),
    department: departmentId === handball ? 'Handball' : 'Turnen',
    orderNo: 1,
    groupName,
    sport: '',
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
    options: [{ facilityId: null, weekday: 1, fromTime: '17:00', toTime: '18:30' }],
    state: 'submitted',
    isKept: false,
    fixedClass: null,
    hint: '',
    may: [],
    version: 1,
  };
}
