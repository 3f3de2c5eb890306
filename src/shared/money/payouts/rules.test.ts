import { expect, test } from 'vitest';
import { firstMessageId, nextMessageId, payoutObstacle, transfersOf } from './rules.ts';

test('nothing is paid to a missing account, nor to one changed in the last three days', () => {
  const changed = (day: string) => ({ iban: 'DE02', holder: 'Ole', changedAt: new Date(`${day}T10:00:00Z`) });
  expect(payoutObstacle(null, '2027-03-04')).toBe('Das Konto fehlt.');
  expect(payoutObstacle(changed('2027-03-02'), '2027-03-04')).toBe('Das Konto ist neu, gezahlt wird ab 05.03.2027.');
  expect(payoutObstacle(changed('2027-03-01'), '2027-03-04')).toBe('');
  expect(payoutObstacle({ iban: 'DE02', holder: 'Ole', changedAt: null }, '2027-03-04')).toBe('');
});

test('two refunds, three sheets and one credit of five people are five transfers, whose sums are those of the parts', () => {
  const part = (personId: string, cents: number, remittance = 'x') => ({ personId, iban: 'DE02', cents, remittance });
  const parts = [part('a', 100, 'Erstattung'), part('b', 200), part('c', 300), part('a', 400, 'Stunden'), part('d', 500), part('e', 600)];
  const transfers = transfersOf(parts);
  expect(transfers).toHaveLength(5);
  expect(transfers[0]).toMatchObject({ cents: 500, remittance: 'Erstattung, Stunden' });
  expect(transfers.reduce((sum, { cents }) => sum + cents, 0)).toBe(2100);
  expect(transfersOf([part('a', 1, 'y'.repeat(100)), part('a', 1, 'y'.repeat(100))])[0]?.remittance).toHaveLength(140);
});

test('each changed file of a run has an id of its own, and all begin with the first one', () => {
  const first = 'RWA-A-20261129-12345678';
  expect([nextMessageId(first), nextMessageId(`${first}-2`), nextMessageId(`${first}-9`)]).toEqual(
    ['-2', '-3', '-10'].map((end) => first + end),
  );
  expect([first, `${first}-2`, `${first}-12`].map(firstMessageId)).toEqual([first, first, first]);
});
