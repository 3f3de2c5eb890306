import fs from 'node:fs';
import path from 'node:path';
import { versionOf, type Places } from './places.ts';

/** The notes for operators in a release's change log ("Betrieb:"), of all versions after the previous one, newest first. */
export function operatorNotes(release: string, before: string): string[] {
  const file = path.join(release, 'CHANGELOG.md');
  const [, ...sections] = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split(/^## v?/m) : [];
  return sections
    .filter((section) => isNewer(section.split(/[ \n]/, 1)[0] ?? '', versionOf(before)))
    .flatMap((section) => [...section.matchAll(/^- Betrieb: (.*(?:\n {2}.*)*)/gm)])
    .map(([, words = '']) => words.replaceAll(/\s+/g, ' '));
}

const ofSystemd = '/etc/systemd/system';

/** The units that run an installation and differ from those of its release, with the commands for an administrator; empty if none differ. */
export function unitsToCopy(release: string, { home }: Pick<Places, 'home'>, folder = ofSystemd): string[] {
  const process = /-([^/]+)$/.exec(home)?.[1] ?? '';
  const ofRelease = fs.globSync('vereinsportal*', { cwd: path.join(release, 'deploy') }).toSorted();
  const changed = ofRelease.filter((name) => {
    const [coming = '', there] = [path.join(release, 'deploy', name), path.join(folder, name)].map(readIfThere);
    return there !== undefined && there !== coming && isSame(workingFolder(folder, name)?.replace('%i', process) ?? '', home);
  });
  if (changed.length === 0) return [];
  const service = changed.includes('vereinsportal@.service') ? `vereinsportal@${process}` : 'vereinsportal';
  return [
    `Anders als bisher in ${folder}: ${changed.join(', ')}. Als Administrator:`,
    ...changed.map((name) => `  sudo cp ${path.join(home, 'current/deploy', name)} ${folder}/`),
    '  sudo systemctl daemon-reload',
    `  sudo systemctl restart ${service}`,
  ];
}

/** The folder that a unit works in; that of a timer is the one of its service. */
function workingFolder(folder: string, name: string): string | undefined {
  const text = readIfThere(path.join(folder, name.replace(/\.timer$/, '.service')));
  return /^WorkingDirectory=(.+?)\s*$/m.exec(text ?? '')?.[1];
}

/** Whether two paths lead to the same folder, also through a link. */
function isSame(one: string, other: string): boolean {
  const [here, there] = [one, other].map((folder) => (fs.existsSync(folder) ? fs.realpathSync(folder) : folder));
  return here === there;
}

function readIfThere(file: string): string | undefined {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : undefined;
}

/** Prints these units and commands, if there are any. */
export function printUnitsToCopy(release: string, places: Pick<Places, 'home'>): void {
  const units = unitsToCopy(release, places);
  if (units.length > 0) console.log(['', ...units].join('\n'));
}

function isNewer(one: string, other: string): boolean {
  return one.localeCompare(other, 'en', { numeric: true }) > 0;
}
