import fs from 'node:fs';
import path from 'node:path';
import { versionOf } from './places.ts';

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

function isNewer(one: string, other: string): boolean {
  return one.localeCompare(other, 'en', { numeric: true }) > 0;
}
