import fs from 'node:fs';
import path from 'node:path';
import { StartError } from '../process/startError.ts';

/** The folders of a product installed by `install`: versions side by side, and a link to the running one. */
export type Places = {
  home: string;
  /** Contains the folder of each version: releases/2.4.1. */
  releases: string;
  /** The link to the running version. */
  current: string;
  /** The link to the version that ran before. */
  previous: string;
  /** The files of the launcher: its process id, that of the server, its port. */
  run: string;
  /** The backups made by updates. */
  backups: string;
};

/** The places below a folder. */
export function placesIn(home: string): Places {
  const at = (name: string) => path.join(home, name);
  return { home, releases: at('releases'), current: at('current'), previous: at('previous'), run: at('run'), backups: at('backups') };
}

/** The places of the running program; throws a StartError for a checkout or a folder that was only unpacked. */
export function ownPlaces(env: NodeJS.ProcessEnv = process.env): Places {
  const home = env['VEREINSPORTAL_HOME'];
  if (!home || !fs.existsSync(path.join(home, 'current')))
    throw new StartError('Dieser Befehl gehört zu einem Programm, das mit `./vereinsportal install ORDNER` eingerichtet wurde.');
  const owner = fs.statSync(home).uid;
  if (process.getuid?.() !== owner)
    throw new StartError(`Bitte als der Benutzer ausführen, dem der Ordner ${home} gehört (Benutzernummer ${owner}).`);
  return placesIn(home);
}

/** Points a link to a version atomically, so that it never is missing. */
export function point(link: string, release: string): void {
  const fresh = `${link}.new`;
  fs.rmSync(fresh, { force: true });
  fs.symlinkSync(path.relative(path.dirname(link), release), fresh);
  fs.renameSync(fresh, link);
}

/** The version of a release, from its package.json. */
export function versionOf(release: string): string {
  const { version }: { version: string } = JSON.parse(fs.readFileSync(path.join(release, 'package.json'), 'utf8'));
  return version;
}
