import fs from 'node:fs';
import path from 'node:path';
import { versionOf, type Places } from './places.ts';

/**
 * The entries of a release's change log for operators: the entries that begin with "Betrieb:", of all versions after the
 * one before, newest first.
 */
export function operatorNotes(release: string, before: string): string[] {
  const file = path.join(release, 'CHANGELOG.md');
  const [, ...sections] = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split(/^## v?/m) : [];
  return sections
    .filter((section) => isNewer(section.split(/[ \n]/, 1)[0] ?? '', versionOf(before)))
    .flatMap((section) => [...section.matchAll(/^- Betrieb: (.*(?:\n {2}.*)*)/gm)])
    .map(([, words = '']) => words.replaceAll(/\s+/g, ' '));
}

const ofSystemd = '/etc/systemd/system';

/** The units of a release that systemd has in another form, with the commands that only an administrator may give; none where it has none. */
export function unitsToCopy(release: string, { home }: Pick<Places, 'home'>, folder = ofSystemd): string[] {
  const changed = fs.globSync('vereinsportal*', { cwd: folder }).filter((name) => {
    const coming = path.join(release, 'deploy', name);
    return fs.existsSync(coming) && fs.readFileSync(coming, 'utf8') !== fs.readFileSync(path.join(folder, name), 'utf8');
  });
  if (changed.length === 0) return [];
  return [
    `Anders als bisher in ${folder}: ${changed.join(', ')}. Als Administrator:`,
    ...changed.map((name) => `  sudo cp ${path.join(home, 'current/deploy', name)} ${folder}/`),
    '  sudo systemctl daemon-reload',
    '  sudo systemctl restart vereinsportal',
  ];
}

/** Prints these units and commands, if there are any. */
export function printUnitsToCopy(release: string, places: Pick<Places, 'home'>): void {
  const units = unitsToCopy(release, places);
  if (units.length > 0) console.log(['', ...units].join('\n'));
}

function isNewer(one: string, other: string): boolean {
  return one.localeCompare(other, 'en', { numeric: true }) > 0;
}
