import { expect, test } from 'vitest';
import { giroCode } from './giroCode.ts';

const transfer = { name: 'Rot-Weiß Auenfeld e. V.', iban: 'DE02 1203 0000 0000 2020 51', cents: 9600, reference: 'RWA-100001' };

test('the code contains the lines that banks read: amount with a point, account without spaces, the reference last', () => {
  expect(giroCode(transfer)?.split('\n')).toEqual([
    'BCD',
    '002',
    '1',
    'SCT',
    '',
    'Rot-Weiß Auenfeld e. V.',
    'DE02120300000000202051',
    'EUR96.00',
    '',
    '',
    'RWA-100001',
  ]);
  expect(giroCode({ ...transfer, cents: 1 })).toContain('\nEUR0.01\n');
  expect(giroCode({ ...transfer, cents: 99_999_999_999 })).toContain('\nEUR999999999.99\n');
});

test('no line break in a name or a reference starts another field, and an invalid amount has no code', () => {
  const broken = giroCode({ ...transfer, name: 'Verein\nIBAN', reference: `A\r\nB ${'x'.repeat(200)}` });
  expect(broken?.split('\n')).toHaveLength(11);
  expect(broken?.split('\n').at(-1)).toHaveLength(140);
  expect([giroCode({ ...transfer, cents: 0 }), giroCode({ ...transfer, cents: -5 }), giroCode({ ...transfer, cents: 1e11 })]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
