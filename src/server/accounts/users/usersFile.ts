import type { ListedUser } from '#shared/accounts/users.ts';
import { localOf } from '#shared/kernel/calendar.ts';
import type { ExportFormat } from '#shared/kernel/fields.ts';
import { columnsShown, tableFile, type ColumnsOf } from '#server/platform/formats/tableFile.ts';

const columns = [
  'Nachname',
  'Vorname',
  'E-Mail',
  'Verein',
  'Rolle',
  'Mitglied',
  'Kontobesuche',
  'Zuletzt eingeloggt',
  'Angelegt',
  'Gesperrt',
] as const;

const shownAs: ColumnsOf<(typeof columns)[number]> = {
  name: ['Nachname', 'Vorname'],
  email: ['E-Mail'],
  club: ['Verein'],
  role: ['Rolle'],
  state: ['Gesperrt'],
  lastLogin: ['Zuletzt eingeloggt'],
  logins: ['Kontobesuche'],
  memberId: ['Mitglied'],
  createdAt: ['Angelegt'],
};

/** Users as a file for spreadsheets, a line each. */
export function usersFile(users: readonly ListedUser[], format: ExportFormat, shown?: string): Promise<File> | File {
  const lines = users.map((user) => ({
    Nachname: user.lastname,
    Vorname: user.firstname,
    'E-Mail': user.email,
    Verein: user.club.name,
    Rolle: user.roleDisplayName,
    Mitglied: user.memberId,
    Kontobesuche: user.logins,
    'Zuletzt eingeloggt': user.lastLogin ? dayOf(user.lastLogin) : '',
    Angelegt: dayOf(user.createdAt),
    Gesperrt: user.isDisabled ? 'ja' : 'nein',
  }));
  return tableFile(format, {
    name: 'benutzer',
    sheet: 'Benutzer',
    columns: columnsShown(shown, columns, shownAs),
    lines,
    days: ['Zuletzt eingeloggt', 'Angelegt'],
  });
}

function dayOf(instant: string): string {
  return localOf(new Date(instant)).date;
}
