import { expect, test } from 'vitest';
import { startServer } from '#test/harness.ts';
import { readStatement } from './bankFile.ts';

test('an invalid file is refused in German at its field, an invalid line is listed with its reason', async () => {
  const server = await startServer();
  const anton = await server.signedIn('admin');
  const keep = (content: string) => anton.post('/api/bank-lines', { fileName: 'umsaetze.csv', content });
  const told = async (content: string) => {
    const { status, body } = await keep(content);
    return [status, body.fields?.[0]?.path, body.fields?.[0]?.message];
  };
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  expect(await told(base64('Nachname;Vorname\nMuster;Mia'))).toEqual([422, 'content', expect.stringContaining('„Buchungstag“')]);
  expect(await told(base64('Buchungstag;Betrag\n'))).toEqual([422, 'content', 'In dieser Datei steht keine Buchung.']);
  expect(await told(base64('PK\u0003\u0004abcdefgh'))).toEqual([422, 'content', expect.stringContaining('nicht als Excel-Datei')]);
  expect(await told(base64('Buchungstag;Be\0trag und mehr'))).toEqual([422, 'content', expect.stringContaining('weder eine CSV')]);
  expect(await told('nicht base64!')).toEqual([422, 'content', expect.any(String)]);
  const many = `Buchungstag;Betrag\n${'02.11.2026;1,00\n'.repeat(3001)}`;
  expect(await told(base64(many))).toEqual([
    422,
    'content',
    'Höchstens 3.000 Buchungen auf einmal. Hier sind es 3.001, also 1 zu viel: Bitte in mehreren Teilen einlesen.',
  ]);
  const { body } = await keep(base64('Buchungstag;Betrag\n20.11.2026;viel\n31.02.2026;1,00\n01.01.2099;1,00'));
  expect(body).toMatchObject({
    kept: 0,
    unread: [
      { message: 'Der Betrag ist nicht lesbar.' },
      { message: 'Der Buchungstag ist nicht lesbar.' },
      { message: 'Der Buchungstag liegt in der Zukunft.' },
    ],
  });
  await server.close();
});

test.each([
  [
    'Volksbank, CAMT, UTF-8 with mark',
    '\uFEFFIBAN Auftragskonto;Buchungstag;Name Zahlungsbeteiligter;IBAN Zahlungsbeteiligter;Verwendungszweck;Betrag;Waehrung\nDE1;02.11.2026;Mia Muster;DE2;RWA-100001;1.234,56;EUR',
    123_456,
  ],
  [
    'an older one with words before the headings and S/H',
    'Kontoauszug\nKonto;123\n\nBuchungstag;Valuta;Auftraggeber/Empfänger;VWZ;Umsatz;Soll/Haben\n2.11.26;2.11.26;Mia Muster;RWA-100001;70,00;S',
    -7000,
  ],
  [
    'commas between, points before the cents',
    '"Buchungstag","Auftraggeber","Verwendungszweck","Betrag"\n"2026-11-02","Mia Muster","RWA-100001","-1234.50"',
    -123_450,
  ],
  [
    'a sign behind',
    'Buchungstag\tName\tVerwendungszweck\tVerwendungszweck 2\tBetrag\n02.11.2026\tMia Muster\tRWA-\t100001\t70,00 -',
    -7000,
  ],
])('%s is parsed', (_name, text, cents) => {
  const [line] = readStatement(Buffer.from(text)).lines;
  expect(line).toMatchObject({ day: '2026-11-02', cents, name: 'Mia Muster', fault: '' });
  expect(line?.purpose.replaceAll(/\s/g, '')).toBe('RWA-100001');
});
