import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { wishesContract, type Wish } from '#shared/halls/seasons/wishes.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { seasonOf } from '#test/web/seasons.ts';
import { WishActions } from './WishActions.tsx';

test('a wish has its order and its next step in one line, and the way back in its menu', async () => {
  const season = seasonOf();
  const wish = wishOf({ may: ['order', 'submit', 'withdraw'] });
  const server = signIn(userOf('admin')).on(wishesContract.act, { changed: 1 });
  const hand = show(<WishActions wish={wish} season={season} all={[wish]} />);
  expect(screen.getAllByRole('button').map((one) => one.getAttribute('aria-label') ?? one.textContent)).toEqual([
    'Minis nach oben',
    'Minis nach unten',
    'Absenden',
    'Aktionen für Minis',
  ]);
  await hand.press('Aktionen für Minis');
  await hand.press('Zurückgeben');
  await hand.reads(/Minis/);
  expect(server.sent[0]?.body).toEqual({ action: 'withdraw', wishIds: [wish.id] });
});

function wishOf(changes: Partial<Wish>): Wish {
  return {
    id: '6a0d1f8e-3f0c-4d7d-9a01-000000000011',
    seasonId: seasonOf().id,
    organisationId: '6a0d1f8e-3f0c-4d7d-9a01-000000000012',
    organisation: 'Rot-Weiß Auenfeld',
    club: 'RWA',
    departmentId: null,
    department: '',
    orderNo: 1,
    groupName: 'Minis',
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
    options: [],
    state: 'draft',
    isKept: false,
    fixedClass: null,
    hint: '',
    may: [],
    version: 1,
    ...changes,
  };
}
