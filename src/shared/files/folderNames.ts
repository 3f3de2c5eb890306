import type { PublicFolder } from '#shared/kernel/storage.ts';

/** The folders of the rules in the words of the navigation. */
const names: { readonly [name: string]: string } = {
  public: 'Öffentlich',
  members: 'Mitglieder',
  mails: 'Rundmails',
  users: 'Benutzer',
  courses: 'Sportangebote',
  events: 'Termine',
  news: 'Neuigkeiten',
  pages: 'Seiten',
  facilities: 'Sportstätten',
} satisfies { [name in PublicFolder]: string } & { [name: string]: string };

/** What a folder of the rules is called; any other bears its own name. */
export function folderName(name: string): string {
  return names[name] ?? name;
}
