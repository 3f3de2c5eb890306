import { expect, test } from 'vitest';
import { pageAddress, placeOfAddress } from './contentAddress.ts';

test.each([
  ['/rwa/impressum', { club: 'RWA', slug: 'impressum' }],
  ['/scb/verein/geschichte/', { club: 'SCB', slug: 'verein/geschichte' }],
  ['/gsv', { club: 'GSV', slug: '' }],
  ['/rwa/impressum?a=/b#c', { club: 'RWA', slug: 'impressum' }],
  ['/RWA/impressum', undefined],
  ['/news/impressum', undefined],
  ['', undefined],
] as const)('%s', (address, place) => expect(placeOfAddress(address)).toEqual(place));

test('an address resolves to its page', () =>
  expect(placeOfAddress(pageAddress('GSV', 'kontakt'))).toEqual({ club: 'GSV', slug: 'kontakt' }));
