import Papa from 'papaparse';
import {
  organisationInput,
  organisationKindNames,
  outsideKinds,
  type OrganisationImportRow,
  type OrganisationInput,
} from '#shared/halls/organisations.ts';

type Read = OrganisationImportRow & { input?: OrganisationInput };

/** Reads lines "Name;kind;contact;email;phone" (with or without a heading) and says of each what would become of it. */
export function parseOrganisations(text: string, known: readonly string[]): Read[] {
  const { data } = Papa.parse<string[]>(text.trim(), { delimitersToGuess: [';', ',', '\t'], skipEmptyLines: 'greedy' });
  const names = new Set(known.map((name) => name.toLowerCase()));
  return data.slice(0, 500).flatMap((cells, index): Read[] => {
    const [name = '', kind = '', contact = '', email = '', phone = ''] = cells.map((cell) => cell.trim());
    if (index === 0 && /^name$/i.test(name)) return [];
    const row = { line: index + 1, name };
    const refuse = (message: string): Read[] => [{ ...row, result: 'refused', message }];
    const found = kind === '' ? 'other' : outsideKinds.find((one) => organisationKindNames[one].toLowerCase() === kind.toLowerCase());
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
