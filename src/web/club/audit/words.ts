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

/** The German word for a field; unknown fields keep their name. */
export function wordOfField(name: string): string {
  return fieldWords[name] ?? name;
}

/** A stored value for display. */
export function readable(value: unknown): string {
  if (value === undefined || value === null || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'ja' : 'nein';
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(readable).join('\n') || '–';
  return Object.entries(value)
    .map(([field, one]) => `${wordOfField(field)}: ${readable(one)}`)
    .join(', ');
}
