import { test } from 'vitest';
import { memberFeesContract } from '#shared/money/fees/memberFees.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { OwnFees } from './OwnFees.tsx';

const personId = '9d7a8a31-5b7c-4c57-8d0f-000000000001';

test('the own fees are shown with months and reason, an entry fee as once', async () => {
  const months = { from: '2026-04-01', to: '2026-12-31' };
  signIn(userOf('reader')).on(memberFeesContract.mine, [
    {
      personId,
      name: 'Mia Ohm',
      club: 'RWA',
      year: 2026,
      lines: [
        { slot: 'base', label: 'Kinder', reason: 'anteilig ab 04/2026: 9 von 12 Monaten', ...months, cents: 4500 },
        { slot: 'entry', label: 'Aufnahme', reason: '', from: '2026-04-01', to: '2026-04-30', cents: 1500 },
      ],
    },
  ]);
  const hand = show(<OwnFees />, 'beitraege');
  await hand.reads('Beiträge 2026');
  await hand.reads('60,00 €');
  await hand.reads(/^Mia Ohm · .* · 01\.04\.2026 bis 31\.12\.2026 · anteilig ab 04\/2026: 9 von 12 Monaten$/);
  await hand.reads(/^Mia Ohm · .* · einmal, zum Eintritt$/);
});
