import { pastedRows } from '#server/platform/formats/pastedRows.ts';
import {
  organisationInput,
  organisationKindNames,
  outsideKinds,
  type OrganisationImportRow,
  type OrganisationInput,
  type OutsideKind,
} from '#shared/halls/organisations.ts';

type Read = OrganisationImportRow & { input?: OrganisationInput };

/** What people write in lists of their own. */
const shortKinds: { readonly [word: string]: OutsideKind } = {
  verein: 'club',
  vhs: 'adultEducation',
  stadt: 'municipal',
  gemeinde: 'municipal',
};
const isCalled = (kind: OutsideKind, word: string) => organisationKindNames[kind].toLowerCase() === word.toLowerCase();

/** Parses lines "Name;kind;contact;email;phone" (with or without a heading) and gives the outcome for each. */
export function parseOrganisations(text: string, known: readonly string[]): Read[] {
  const names = new Set(known.map((name) => name.toLowerCase()));
  return pastedRows(text, 500).flatMap(([name = '', kind = '', contact = '', email = '', phone = ''], index): Read[] => {
    if (index === 0 && /^name$/i.test(name)) return [];
    const row = { line: index + 1, name };
    const refuse = (message: string): Read[] => [{ ...row, result: 'refused', message }];
    const found = kind === '' ? 'other' : (shortKinds[kind.toLowerCase()] ?? outsideKinds.find((one) => isCalled(one, kind)));
    if (!found)
      return refuse(`Die Art „${kind}“ gibt es nicht. Möglich: ${outsideKinds.map((one) => organisationKindNames[one]).join(', ')}.`);
    if (names.has(name.toLowerCase())) return [{ ...row, result: 'known', message: 'Steht schon hier.' }];
    const contacts = contact === '' && email === '' ? [] : [{ name: contact || name, email, phone }];
    const read = organisationInput.safeParse({ name, kind: found, contacts });
    if (!read.success) return refuse(faultOf(read.error.issues[0]?.path ?? []));
    names.add(name.toLowerCase());
    return [{ ...row, result: 'new', message: '', input: read.data }];
  });
}

function faultOf(path: readonly PropertyKey[]): string {
  if (path.at(-1) === 'email') return 'Die E-Mail-Adresse der Ansprechperson fehlt oder stimmt nicht.';
  return path[0] === 'name' ? 'Der Name fehlt oder ist zu lang.' : 'Name oder Telefon der Ansprechperson ist zu lang.';
}
