import type { PublicFolder } from '#shared/kernel/storage.ts';

/** The German names of the well-known folders, as in the navigation. */
const names: { readonly [name: string]: string } = {
  public: 'Öffentlich',
  members: 'Mitglieder',
  mandates: 'Mandate',
  expenses: 'Auslagen',
  mails: 'Rundmails',
  users: 'Benutzer',
  courses: 'Sportangebote',
  events: 'Termine',
  news: 'Neuigkeiten',
  pages: 'Seiten',
  facilities: 'Sportstätten',
} satisfies { [name in PublicFolder]: string } & { [name: string]: string };

/** The German name of a well-known folder; other folders keep their name. */
export function folderName(name: string): string {
  return names[name] ?? name;
}
