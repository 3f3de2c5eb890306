import { expect, test } from 'vitest';
import { guessColumns } from './importColumns.ts';

test('the headings of other programs are recognised, each meaning once, and unknown ones are left out', () => {
  expect(
    guessColumns([
      'Mitgl.-Nr.',
      'Nachname',
      'Vorname',
      'geb. am',
      'm/w',
      'Straße, Nr.',
      'PLZ',
      'Ort',
      'E-Mail-Adresse',
      'Eintritt',
      'Abt.',
    ]),
  ).toEqual(['memberNo', 'lastname', 'firstname', 'birthDate', 'gender', 'street', 'postcode', 'city', 'email', 'joinedOn', 'departments']);
  expect(
    guessColumns([
      'IBAN',
      'Kto-Inhaber',
      'Mandatsref',
      'SEPA-Mandat vom',
      'Letzte Abbuchung',
      'Zahlungsart',
      'Zahlweise',
      'Zahler',
      'bezahlt bis',
    ]),
  ).toEqual([
    'iban',
    'accountHolder',
    'mandateReference',
    'mandateSignedOn',
    'mandateLastUsedOn',
    'paymentMethod',
    'feeRhythm',
    'payer',
    'paidUntil',
  ]);
  expect(guessColumns(['Straße und Hausnummer', 'Straße', 'Lieblingsfarbe', ''])).toEqual(['street', '', '', '']);
});
