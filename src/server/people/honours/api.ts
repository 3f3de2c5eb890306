import { honoursAtMost, honoursContract } from '#shared/people/honours/contract.ts';
import { honourInWords, honourViewNames, isHonourPeriod } from '#shared/people/honours/honours.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import { csvFile } from '#server/platform/formats/csv.ts';
import { xlsxFile } from '#server/platform/formats/xlsx.ts';
import { clubAsked } from '#server/platform/http/context.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { listHonours, type HonouredMember } from './list.ts';

const os = implementing(honoursContract);

const sheetRowsAtMost = 20_000;
const columns = [
  'Tag',
  'Anlass',
  'Nachname',
  'Vorname',
  'Mitgliedsnummer',
  'Straße',
  'PLZ',
  'Ort',
  'E-Mail',
  'Telefon',
  'Abteilungen',
] as const;

export const honoursApi = os.router({
  list: os.list.handler(({ context, input: { club: asked, ...wanted } }) => {
    const club = clubAsked(context, 'members.list', asked);
    checkPeriod(wanted);
    return context.read(async (tx) => {
      const found = await listHonours(tx, { ...wanted, club });
      return { rows: found.slice(0, honoursAtMost).map(({ person: _person, ...row }) => row), total: found.length };
    });
  }),

  export: os.export.handler(({ context, input: { club: asked, format, ...wanted } }) => {
    const club = clubAsked(context, 'members.export', asked);
    checkPeriod(wanted);
    return context.write(async (write) => {
      const found = await listHonours(write.tx, { ...wanted, club });
      if (format === 'xlsx' && found.length > sheetRowsAtMost) throw new Problem('too-many-rows');
      const content = `${honourViewNames[wanted.view]} exportiert (${found.length}, ${format.toUpperCase()})`;
      write.audit('members.export', { club }, content, {
        after: { ...wanted, listed: [...new Set(found.map(({ person }) => person.id))] },
      });
      if (format === 'csv') return csvFile('ehrungen.csv', found.map(toLine), columns);
      return xlsxFile(
        'ehrungen.xlsx',
        'Ehrungen',
        columns,
        found.map((row) => ({ ...toLine(row), Tag: new Date(`${row.day}T00:00:00Z`) })),
      );
    });
  }),
});

function checkPeriod(period: { from: string; to: string }): void {
  if (!isHonourPeriod(period)) throw fieldProblem('to', 'Bitte einen Zeitraum von höchstens einem Jahr.');
}

function toLine({ day, departments, person: who, ...row }: HonouredMember): { [column in (typeof columns)[number]]: string } {
  return {
    Tag: germanDate(day),
    Anlass: honourInWords(row),
    Nachname: row.lastname,
    Vorname: row.firstname,
    Mitgliedsnummer: row.memberNo,
    Straße: [who.street, who.houseNo].filter(Boolean).join(' '),
    PLZ: who.postcode ?? '',
    Ort: who.city ?? '',
    'E-Mail': who.email ?? '',
    Telefon: who.mobile ?? who.phone ?? '',
    Abteilungen: departments.join(', '),
  };
}
