import Papa from 'papaparse';
import { ageGroupNames, ageGroups, bookingKindNames, priorityOf } from '#shared/halls/bookingStates.ts';
import { wishStateNames } from '#shared/halls/seasons/seasonStates.ts';
import { usualTimesOf } from '#shared/halls/seasons/seasonRules.ts';
import { wishInput, wishKinds, wishLinesAtMost, type Wish, type WishInput, type WishLine } from '#shared/halls/seasons/wishes.ts';
import { weekdayNames } from '#shared/kernel/calendar.ts';
import { refuseTooMany } from '#server/platform/formats/tooManyLines.ts';
import { columnsShown, tableFile, type ColumnsOf } from '#server/platform/formats/tableFile.ts';
import type { ExportFormat } from '#shared/kernel/fields.ts';

/** The columns of a list of wishes; the import reads all but the number and the state. */
const columns = [
  'Nr.',
  'Organisation',
  'Gruppe',
  'Abteilung',
  'Sportart',
  'Altersgruppe',
  'Art',
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

const shownAs: ColumnsOf<ColumnName> = {
  orderNo: ['Nr.'],
  group: ['Gruppe'],
  organisation: ['Organisation'],
  department: ['Abteilung'],
  size: ['Altersgruppe', 'Personen', 'Hallenteile', 'Dauer', 'Mal je Woche'],
  options: ['Wunschzeit 1', 'Wunschzeit 2', 'Wunschzeit 3', 'Wunschzeit 4', 'Wunschzeit 5', 'Wunschzeit 6'],
  state: ['Stand'],
};

type Hall = { facilityId: string; name: string };
type Department = { id: string; name: string; sport: string };

/** Wishes as a file for spreadsheets, one per line. */
export function wishesFile(wishes: readonly Wish[], halls: readonly Hall[], format: ExportFormat, shown?: string): Promise<File> | File {
  const lines = wishes.map((wish): { [column in ColumnName]: string | number } => {
    const timeAt = (at: number) => timeWords(wish.options[at], halls);
    return {
      'Nr.': wish.orderNo,
      Organisation: wish.organisation,
      Gruppe: wish.groupName,
      Abteilung: wish.department,
      Sportart: wish.sport,
      Altersgruppe: ageGroupNames[wish.ageGroup],
      Art: bookingKindNames[wish.kind],
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
  return tableFile(format, { name: 'hallenwuensche', sheet: 'Hallenwünsche', columns: columnsShown(shown, columns, shownAs), lines });
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

/** Parses lines under a heading with the names of the columns, in any order, and gives the outcome for each. */
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
  refuseTooMany(data.length, { atMost: wishLinesAtMost, path: 'text' });
  return data.map((cells, index): Read => {
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
    const read = readCells(cell, halls, department);
    if (typeof read === 'string') return { ...line, result: 'refused', message: read };
    taken.add(key);
    return { ...line, result: 'new', message: '', input: read };
  });
}

function keyOf({ organisation, groupName }: Pick<Wish, 'organisation' | 'groupName'>): string {
  return `${organisation}\n${groupName}`.toLowerCase();
}

type Chosen = { id: string | null; sport: string };

/** The department of that name, or the error; organisations without an account have none. */
function departmentOf(name: string, departments: readonly Department[]): Chosen | string {
  if (name === '') return { id: null, sport: '' };
  const found = departments.find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (found) return found;
  const possible = departments.map((one) => one.name).join(', ');
  return `Die Abteilung „${name}“ gibt es nicht.${possible && ` Möglich: ${possible}.`}`;
}

/** A line as a wish, or its error. */
function readCells(cell: (name: ColumnName) => string, halls: readonly Hall[], department: Chosen): WishInput | string {
  const age = cell('Altersgruppe');
  const ageGroup = age === '' ? 'adults' : ageGroups.find((one) => ageGroupNames[one].toLowerCase() === age.toLowerCase());
  if (!ageGroup) return `Die Altersgruppe „${age}“ gibt es nicht. Möglich: ${ageGroups.map((one) => ageGroupNames[one]).join(', ')}.`;
  const purpose = cell('Art');
  const kind = purpose === '' ? 'training' : wishKinds.find((one) => bookingKindNames[one].toLowerCase() === purpose.toLowerCase());
  if (!kind) return `Die Art „${purpose}“ gibt es nicht. Möglich: ${wishKinds.map((one) => bookingKindNames[one]).join(', ')}.`;
  const number = (name: ColumnName) => (cell(name) === '' ? undefined : Number(cell(name)));
  const usual = usualTimesOf(priorityOf(kind, ageGroup), number('Dauer') || 90);
  const times = columns.filter((name) => name.startsWith('Wunschzeit')).filter((name) => cell(name) !== '');
  const options = times.map((name) => readTime(cell(name), halls, usual));
  const broken = options.find((one) => typeof one === 'string');
  if (broken !== undefined) return broken;
  const read = wishInput.safeParse({
    groupName: cell('Gruppe'),
    sport: cell('Sportart') || department.sport,
    departmentId: department.id,
    kind,
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

type Times = Pick<WishInput['options'][number], 'fromTime' | 'toTime'>;

/** "Di 17:00-18:30 Dreifachhalle": without a hall any that fits, without times the usual ones of the group. */
function readTime(text: string, halls: readonly Hall[], usual: Times): WishInput['options'][number] | string {
  const [, day = '', from, to, name = ''] =
    /^(\p{L}+)\.?(?:\s+(\d{1,2}:\d{2})\s*(?:[-–]|bis)\s*(\d{1,2}:\d{2}))?(?:\s+(.+))?$/u.exec(text) ?? [];
  const weekday = weekdayNames.findIndex((one) => day.length >= 2 && one.toLowerCase().startsWith(day.toLowerCase())) + 1;
  if (weekday === 0) return `„${text}“ ist keine Wunschzeit. Richtig ist zum Beispiel „Di 17:00-18:30 ${halls[0]?.name ?? 'Halle'}“.`;
  const hall = name === '' ? undefined : halls.find((one) => one.name.toLowerCase() === name.trim().toLowerCase());
  if (name !== '' && !hall) return `„${name}“ wird in der Saison nicht vergeben. Möglich: ${halls.map((one) => one.name).join(', ')}.`;
  const times = from && to ? { fromTime: from.padStart(5, '0'), toTime: to.padStart(5, '0') } : usual;
  return { facilityId: hall?.facilityId ?? null, weekday, ...times };
}
