import { isCollection, type Collection } from '#shared/kernel/collections.ts';
import { compareNames } from '#shared/kernel/fullName.ts';

/** The German names of the collections, as in the navigation. */
const collectionWords: { readonly [name in Collection]: string } = {
  audit: 'Protokoll',
  books: 'Jahresabschluss',
  cards: 'Karten',
  charges: 'Forderungen',
  config: 'Einstellungen',
  contractDeclarations: 'Kündigungen und Widerrufe',
  courses: 'Sportangebote',
  departments: 'Abteilungen',
  events: 'Termine',
  expenses: 'Auslagen',
  facilities: 'Sportstätten',
  feedback: 'Rückmeldungen',
  fees: 'Beiträge',
  files: 'Dateien',
  helping: 'Helferdienste',
  hourSheets: 'Stundennachweise',
  mails: 'Rundmails',
  mandates: 'Lastschriftmandate',
  members: 'Mitglieder',
  news: 'Neuigkeiten',
  operational: 'Helferlisten',
  organisations: 'Organisationen',
  pages: 'Seiten',
  participants: 'Teilnehmer',
  participations: 'Teilnahmen',
  privacyCases: 'Vorfälle und Anfragen',
  seasons: 'Hallenvergabe',
  users: 'Benutzer',
};

/** The filter options of the audit log. */
export const collectionOptions = Object.entries(collectionWords)
  .map(([value, label]) => ({ value, label }))
  .toSorted((one, other) => compareNames(one.label, other.label));

/** The German name of a collection; for collections that no longer exist, their own name. */
export function wordOfCollection(name: string): string {
  return isCollection(name) ? collectionWords[name] : name;
}
