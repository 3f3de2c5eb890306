import Papa from 'papaparse';
import { ageGroupNames, ageGroups } from '#shared/halls/bookingStates.ts';
import { wishStateNames } from '#shared/halls/seasons/seasonStates.ts';
import { wishInput, wishLinesAtMost, type Wish, type WishInput, type WishLine } from '#shared/halls/seasons/wishes.ts';
import { weekdayNames } from '#shared/kernel/calendar.ts';
import { csvFile } from '#server/platform/formats/csv.ts';

/** The columns of a list of wishes: what is written is read again, but for the first and the last. */
const columns = [
  'Organisation',
  'Gruppe',
  'Abteilung',
  'Sportart',
  'Altersgruppe',
  'Personen',
  'Hallenteile',
  'Dauer',
  'Mal je Woche',
  'Ansprechperson',
  'Telefon',
  'Bemerkung',
  'Wunschzeit 1',
  'Wunschzeit 2',
  'Wunschzeit 3',
  'Wunschzeit 4',
  'Wunschzeit 5',
  'Wunschzeit 6',
  'Stand',
] as const;
type ColumnName = (typeof columns)[number];
const firstTime = 'Wunschzeit 1';

type Hall = { facilityId: string; name: string };
type Department = { id: string; name: string };

/** Wishes as a file for spreadsheets, a line each. */
export function wishesFile(wishes: readonly Wish[], halls: readonly Hall[]): File {
  const rows = wishes.map((wish): { [column in ColumnName]: string | number } => {
    const timeAt = (at: number) => timeWords(wish.options[at], halls);
    return {
      Organisation: wish.organisation,
      Gruppe: wish.groupName,
      Abteilung: wish.department,
      Sportart: wish.sport,
      Altersgruppe: ageGroupNames[wish.ageGroup],
      Personen: wish.participants,
      Hallenteile: wish.parts,
      Dauer: wish.minutes,
      'Mal je Woche': wish.timesPerWeek,
      Ansprechperson: wish.contactName,
      Telefon: wish.contactPhone,
      Bemerkung: wish.note,
      'Wunschzeit 1': timeAt(0),
      'Wunschzeit 2': timeAt(1),
      'Wunschzeit 3': timeAt(2),
      'Wunschzeit 4': timeAt(3),
      'Wunschzeit 5': timeAt(4),
      'Wunschzeit 6': timeAt(5),
      Stand: wishStateNames[wish.state],
    };
  });
  return csvFile('hallenwuensche.csv', rows, columns);
}

/** "Di 17:00-18:30 Dreifachhalle" */
function timeWords(option: WishInput['options'][number] | undefined, halls: readonly Hall[]): string {
  if (!option) return '';
  const { weekday, fromTime, toTime, facilityId } = option;
  const hall = halls.find((one) => one.facilityId === facilityId)?.name ?? '';
  return `${(weekdayNames[weekday - 1] ?? '').slice(0, 2)} ${fromTime}-${toTime} ${hall}`.trim();
}

type Read = WishLine & { input?: WishInput; /** The name of the organisation. */ owner: string };
type Cells = { [column in ColumnName]?: string };

/** Reads lines under a heading with the names of the columns, in any order, and says of each what would become of it. */
export function parseWishes(
  text: string,
  halls: readonly Hall[],
  known: readonly Pick<Wish, 'organisation' | 'groupName'>[],
  own: { name: string; departments: readonly Department[] },
): Read[] {
  const { data } = Papa.parse<Cells>(text.replace(/^\uFEFF/, '').trim(), {
    header: true,
    delimitersToGuess: [';', ',', '\t'],
    skipEmptyLines: 'greedy',
    transformHeader: (name) => name.trim(),
  });
  const taken = new Set(known.map(keyOf));
  return data.slice(0, wishLinesAtMost).map((cells, index): Read => {
    const cell = (name: ColumnName) => (cells[name] ?? '').trim();
    const owner = cell('Organisation') || own.name;
    const line = { line: index + 2, groupName: cell('Gruppe'), owner };
    const key = keyOf({ organisation: owner, groupName: cell('Gruppe') });
    if (cell('Gruppe') === '' || cell(firstTime) === '')
      return {
        ...line,
        result: 'refused',
        message: `Es fehlt die Spalte oder der Wert „${cell('Gruppe') === '' ? 'Gruppe' : firstTime}“.`,
      };
    if (taken.has(key)) return { ...line, result: 'known', message: 'Steht schon hier.' };
    const department = departmentOf(cell('Abteilung'), owner === own.name ? own.departments : []);
    if (typeof department === 'string') return { ...line, result: 'refused', message: department };
    const read = readCells(cell, halls, department.id);
    if (typeof read === 'string') return { ...line, result: 'refused', message: read };
    taken.add(key);
    return { ...line, result: 'new', message: '', input: read };
  });
}

function keyOf({ organisation, groupName }: Pick<Wish, 'organisation' | 'groupName'>): string {
  return `${organisation}\n${groupName}`.toLowerCase();
}

/** The department of that name, or what is wrong with it; organisations without an account have none. */
function departmentOf(name: string, departments: readonly Department[]): { id: string | null } | string {
  if (name === '') return { id: null };
  const found = departments.find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (found) return found;
  const possible = departments.map((one) => one.name).join(', ');
  return `Die Abteilung „${name}“ gibt es nicht.${possible && ` Möglich: ${possible}.`}`;
}

/** A line as a wish, or what is wrong with it. */
function readCells(cell: (name: ColumnName) => string, halls: readonly Hall[], departmentId: string | null): WishInput | string {
  const age = cell('Altersgruppe');
  const ageGroup = age === '' ? 'adults' : ageGroups.find((one) => ageGroupNames[one].toLowerCase() === age.toLowerCase());
  if (!ageGroup) return `Die Altersgruppe „${age}“ gibt es nicht. Möglich: ${ageGroups.map((one) => ageGroupNames[one]).join(', ')}.`;
  const times = columns.filter((name) => name.startsWith('Wunschzeit')).filter((name) => cell(name) !== '');
  const options = times.map((name) => readTime(cell(name), halls));
  const broken = options.find((one) => typeof one === 'string');
  if (broken !== undefined) return broken;
  const number = (name: ColumnName) => (cell(name) === '' ? undefined : Number(cell(name)));
  const read = wishInput.safeParse({
    groupName: cell('Gruppe'),
    sport: cell('Sportart'),
    departmentId,
    ageGroup,
    participants: number('Personen') ?? 15,
    parts: number('Hallenteile'),
    minutes: number('Dauer'),
    timesPerWeek: number('Mal je Woche'),
    contactName: cell('Ansprechperson'),
    contactPhone: cell('Telefon'),
    note: cell('Bemerkung'),
    options,
  });
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const field = fieldNames[String(issue?.path[0])];
  return issue?.path[0] === 'options' ? issue.message : `„${field ?? 'Gruppe'}“ passt nicht: ${issue?.message ?? ''}`;
}

const fieldNames: { readonly [field: string]: ColumnName } = {
  groupName: 'Gruppe',
  sport: 'Sportart',
  participants: 'Personen',
  parts: 'Hallenteile',
  minutes: 'Dauer',
  timesPerWeek: 'Mal je Woche',
  contactName: 'Ansprechperson',
  contactPhone: 'Telefon',
  note: 'Bemerkung',
};

/** "Di 17:00-18:30 Dreifachhalle": the hall may be left out for any that fits. */
function readTime(text: string, halls: readonly Hall[]): WishInput['options'][number] | string {
  const [, day = '', from = '', to = '', name = ''] =
    /^(\p{L}+)\.?\s+(\d{1,2}:\d{2})\s*(?:[-–]|bis)\s*(\d{1,2}:\d{2})(?:\s+(.+))?$/u.exec(text) ?? [];
  const weekday = weekdayNames.findIndex((one) => day.length >= 2 && one.toLowerCase().startsWith(day.toLowerCase())) + 1;
  if (weekday === 0 || from === '')
    return `„${text}“ ist keine Wunschzeit. Richtig ist zum Beispiel „Di 17:00-18:30 ${halls[0]?.name ?? 'Halle'}“.`;
  const hall = name === '' ? undefined : halls.find((one) => one.name.toLowerCase() === name.trim().toLowerCase());
  if (name !== '' && !hall) return `„${name}“ wird in der Saison nicht vergeben. Möglich: ${halls.map((one) => one.name).join(', ')}.`;
  return { facilityId: hall?.facilityId ?? null, weekday, fromTime: from.padStart(5, '0'), toTime: to.padStart(5, '0') };
}
