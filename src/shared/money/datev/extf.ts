/** A booking in the file for the tax adviser: an amount to an account (negative: from it) with a contra account. */
export type Booking = {
  day: string;
  cents: number;
  account: string;
  contra: string;
  /** The reference of the booking in the club's own books. */ document: string;
  text: string;
  /** The sphere of the club as a number, and the cost centre of the offer or department; each empty if there is none. */
  costCentres: readonly [sphere: string, own: string];
};

export type ExtfHead = {
  adviser: number;
  client: number;
  accountLength: number;
  from: string;
  until: string;
  /** "20261124160500000". */ madeAt: string;
  name: string;
};

const numbered = (count: number, ...names: string[]) =>
  Array.from({ length: count }, (_, at) => names.map((name) => `${name} ${at + 1}`)).flat();

/** The columns of the format in order (Buchungsstapel, format version 13). */
export const extfColumns: readonly string[] = [
  'Umsatz (ohne Soll/Haben-Kz)',
  'Soll/Haben-Kennzeichen',
  'WKZ Umsatz',
  'Kurs',
  'Basis-Umsatz',
  'WKZ Basis-Umsatz',
  'Konto',
  'Gegenkonto (ohne BU-Schlüssel)',
  'BU-Schlüssel',
  'Belegdatum',
  'Belegfeld 1',
  'Belegfeld 2',
  'Skonto',
  'Buchungstext',
  'Postensperre',
  'Diverse Adressnummer',
  'Geschäftspartnerbank',
  'Sachverhalt',
  'Zinssperre',
  'Beleglink',
  ...numbered(8, 'Beleginfo - Art', 'Beleginfo - Inhalt'),
  'KOST1 - Kostenstelle',
  'KOST2 - Kostenstelle',
  'Kost-Menge',
  'EU-Land u. UStID (Bestimmung)',
  'EU-Steuersatz (Bestimmung)',
  'Abw. Versteuerungsart',
  'Sachverhalt L+L',
  'Funktionsergänzung L+L',
  'BU 49 Hauptfunktionstyp',
  'BU 49 Hauptfunktionsnummer',
  'BU 49 Funktionsergänzung',
  ...numbered(20, 'Zusatzinformation - Art', 'Zusatzinformation- Inhalt'),
  'Stück',
  'Gewicht',
  'Zahlweise',
  'Forderungsart',
  'Veranlagungsjahr',
  'Zugeordnete Fälligkeit',
  'Skontotyp',
  'Auftragsnummer',
  'Buchungstyp',
  'USt-Schlüssel (Anzahlungen)',
  'EU-Land (Anzahlungen)',
  'Sachverhalt L+L (Anzahlungen)',
  'EU-Steuersatz (Anzahlungen)',
  'Erlöskonto (Anzahlungen)',
  'Herkunft-Kz',
  'Buchungs GUID',
  'KOST-Datum',
  'SEPA-Mandatsreferenz',
  'Skontosperre',
  'Gesellschaftername',
  'Beteiligtennummer',
  'Identifikationsnummer',
  'Zeichnernummer',
  'Postensperre bis',
  'Bezeichnung SoBil-Sachverhalt',
  'Kennzeichen SoBil-Buchung',
  'Festschreibung',
  'Leistungsdatum',
  'Datum Zuord. Steuerperiode',
  'Fälligkeit',
  'Generalumkehr (GU)',
  'Steuersatz',
  'Land',
  'Abrechnungsreferenz',
  'BVV-Position',
  'EU-Land u. UStID (Ursprung)',
  'EU-Steuersatz (Ursprung)',
  'Abw. Skontokonto',
];

const place = new Map(extfColumns.map((name, at) => [name, at]));

/** The text of a file in DATEV's format EXTF 700: header, column names, one line per booking; with CRLF line endings. */
export function extfText(head: ExtfHead, bookings: readonly Booking[]): string {
  return [headLine(head), extfColumns.join(';'), ...bookings.map(bookingLine)].map((line) => `${line}\r\n`).join('');
}

function headLine({ adviser, client, accountLength, from, until, madeAt, name }: ExtfHead): string {
  const day = (of: string) => of.replaceAll('-', '');
  const yearBegins = `${from.slice(0, 4)}0101`;
  const fields = [quoted('EXTF'), 700, 21, quoted('Buchungsstapel'), 13, madeAt, '', quoted(''), quoted(''), quoted('')];
  const books = [adviser, client, yearBegins, accountLength, day(from), day(until), quoted(name.slice(0, 30)), quoted(''), 1, 0, 0];
  return [...fields, ...books, quoted('EUR'), '', quoted(''), '', '', quoted(''), '', '', quoted(''), quoted('')].join(';');
}

function bookingLine({ day, cents, account, contra, document, text, costCentres: [sphere, own] }: Booking): string {
  const cells = extfColumns.map(() => '');
  const set = (name: string, value: string) => {
    cells[place.get(name) ?? 0] = value;
  };
  set('Umsatz (ohne Soll/Haben-Kz)', (Math.abs(cents) / 100).toFixed(2).replace('.', ','));
  set('Soll/Haben-Kennzeichen', quoted(cents > 0 ? 'S' : 'H'));
  set('WKZ Umsatz', quoted('EUR'));
  set('Konto', account);
  set('Gegenkonto (ohne BU-Schlüssel)', contra);
  set('Belegdatum', `${day.slice(8)}${day.slice(5, 7)}`);
  set('Belegfeld 1', quoted(document.replaceAll(/[^\w$%&*+\-/]/g, '').slice(0, 36)));
  set('Buchungstext', quoted(text.replaceAll(/\s+/g, ' ').trim().slice(0, 60)));
  if (sphere) set('KOST1 - Kostenstelle', quoted(sphere));
  if (own) set('KOST2 - Kostenstelle', quoted(own));
  return cells.join(';');
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
