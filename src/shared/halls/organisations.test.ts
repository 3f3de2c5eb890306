import { expect, test } from 'vitest';
import { organisationChange, organisationInput } from './organisations.ts';

const contact = (email: string) => ({ name: 'Ute Muster', email });
const school = { name: 'Grundschule Süd', kind: 'school', contacts: [contact('a@example.org'), contact('b@example.org')] };
const wrongIn = (shape: typeof organisationInput | typeof organisationChange, input: object) =>
  shape.safeParse(input).error?.issues.map(({ path }) => path.join('.')) ?? [];

test('a club of the portal cannot be entered again, but its other data can be changed', () => {
  const club = { ...school, kind: 'portalClub' };
  expect([wrongIn(organisationInput, school), wrongIn(organisationInput, club), wrongIn(organisationChange, club)]).toEqual([
    [],
    ['kind'],
    [],
  ]);
});

test('an address belongs to one contact only, regardless of spelling; the second one is refused', () => {
  const twice = (...addresses: string[]) => wrongIn(organisationInput, { ...school, contacts: addresses.map(contact) });
  expect(twice('a@example.org', 'b@example.org', 'a@example.org')).toEqual(['contacts.2.email']);
  expect(twice('a@example.org', 'A@Example.org')).toEqual(['contacts.1.email']);
  expect(
    wrongIn(organisationChange, { ...school, kind: 'portalClub', contacts: [contact('a@example.org'), contact('a@example.org')] }),
  ).toEqual(['contacts.1.email']);
});
