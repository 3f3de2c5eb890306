const departments = ['Turnen', 'Handball', 'Turnen, Handball', 'Schach'];
const columns =
  'Mitgliedsnummer;Nachname;Vorname;Geburtsdatum;Geschlecht;Straße;PLZ;Ort;E-Mail;Telefon;Eintritt;Abteilung;IBAN;Mandatsreferenz;Mandatsdatum';

/** The members of a club as its old program writes them: windows-1252, families of three under one account, two impossible dates. */
export function memberList(count: number): Buffer {
  const rows = Array.from({ length: count }, (_, at) => {
    const family = Math.floor(at / 3);
    const two = (n: number) => String(n).padStart(2, '0');
    const born = at === 7 || at === 99 ? '31.02.1980' : `${two((at % 28) + 1)}.${two((at % 12) + 1)}.${1950 + (at % 65)}`;
    return [
      1000 + at,
      `Müßter${family}`,
      `Vor${at}`,
      born,
      at % 2 ? 'w' : 'm',
      `Testweg ${family}`,
      '59999',
      'Auenfeld',
      `v${at}@beispiel.example`,
      '02999 123',
      `01.01.${1990 + (at % 30)}`,
      departments[at % 4],
      'DE02500105170137075030',
      `M-${family}`,
      '01.02.2015',
    ].join(';');
  });
  return Buffer.from([columns, ...rows, ''].join('\r\n'), 'latin1');
}
