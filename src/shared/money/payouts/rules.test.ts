import { expect, test } from 'vitest';
import { transfersOf, whyNotPayable } from './rules.ts';

test('nothing goes to an account that is missing, nor to one that was changed in the last three days', () => {
  const changed = (day: string) => ({ iban: 'DE02', holder: 'Ole', changedAt: new Date(`${day}T10:00:00Z`) });
  expect(whyNotPayable(null, '2027-03-04')).toBe('Das Konto fehlt.');
  expect(whyNotPayable(changed('2027-03-02'), '2027-03-04')).toBe('Das Konto ist neu, gezahlt wird ab 05.03.2027.');
  expect(whyNotPayable(changed('2027-03-01'), '2027-03-04')).toBe('');
  expect(whyNotPayable({ iban: 'DE02', holder: 'Ole', changedAt: null }, '2027-03-04')).toBe('');
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
