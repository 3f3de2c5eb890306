/** The collections by the words of the navigation; an unknown one keeps its own name. */
const collectionWords: { readonly [name: string]: string } = {
  audit: 'Protokoll',
  bookings: 'Belegung',
  config: 'Einstellungen',
  contractDeclarations: 'Kündigungen und Widerrufe',
  courses: 'Sportangebote',
  events: 'Termine',
  facilities: 'Sportstätten',
  feedback: 'Rückmeldungen',
  books: 'Jahresabschluss',
  fees: 'Beiträge',
  charges: 'Forderungen',
  mandates: 'Lastschriftmandate',
  members: 'Mitglieder',
  news: 'Neuigkeiten',
  operational: 'Helferlisten',
  pages: 'Seiten',
  participants: 'Teilnehmer',
  participations: 'Teilnahmen',
  privacyCases: 'Vorfälle und Anfragen',
  users: 'Benutzer',
};

const fieldWords: { readonly [name: string]: string } = {
  club: 'Verein',
  displayName: 'Anzeigename',
  email: 'E-Mail',
  firstname: 'Vorname',
  footerLinks: 'Links in der Fußzeile',
  hasContent: 'Inhaltsseiten',
  hasNews: 'Neuigkeiten',
  hasOperationals: 'Helferlisten',
  hasParticipations: 'Teilnahmen',
  image: 'Bild',
  lastname: 'Nachname',
  link: 'Adresse',
  memberId: 'Mitglied',
  name: 'Name',
  role: 'Rolle',
  slogan: 'Leitspruch',
  text: 'Text',
  title: 'Seitentitel',
  value: 'Wert',
  version: 'Stand',
};

/** What the filter of the log offers. */
export const collectionOptions = Object.entries(collectionWords)
  .map(([value, label]) => ({ value, label }))
  .toSorted((one, other) => one.label.localeCompare(other.label, 'de'));

/** The German word for a collection. */
export function wordOfCollection(name: string): string {
  return collectionWords[name] ?? name;
}

/** The German word for a field; an unknown one keeps its own name. */
export function wordOfField(name: string): string {
  return fieldWords[name] ?? name;
}

/** A stored value as people read it. */
export function readable(value: unknown): string {
  if (value === undefined || value === null || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'ja' : 'nein';
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(readable).join('\n') || '–';
  return Object.entries(value)
    .map(([field, one]) => `${wordOfField(field)}: ${readable(one)}`)
    .join(', ');
}
