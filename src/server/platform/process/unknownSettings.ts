import { settingsShape } from './settings.ts';
import { settingsFiles } from './settingsFile.ts';

/** Names for Node, the system and the PostgreSQL client, which are legitimate beside ours. */
const ofOthers = /^(?:NODE_|PG|SSL_CERT_|LC_|LANG$|TZ$|PATH$|HOME$|TMPDIR$|UV_|MALLOC_|(?:https?|no|all)_proxy$)/i;

/** Reports each unknown name in the settings files (`--env-file`), since a typo would go unnoticed, and each value that was cut off. */
export function warnOfUnknownSettings(nodeOptions: readonly string[], tell: (line: string) => void): void {
  const known = Object.keys(settingsShape.shape);
  for (const { file, values, cut } of settingsFiles(nodeOptions)) {
    for (const name of Object.keys(values)) {
      if (known.includes(name) || ofOthers.test(name)) continue;
      const meant = known.find((one) => areClose(one, name));
      tell(`In ${file} steht ${name}: Diese Einstellung gibt es nicht.${meant ? ` Gemeint ist vielleicht ${meant}.` : ''}`);
    }
    for (const name of cut) tell(`In ${file} wird ${name} nur bis zum # gelesen: Bitte den ganzen Wert in Anführungszeichen setzen.`);
  }
}

/** Whether two names differ by at most two letters, or only by the order of letters. */
function areClose(one: string, other: string): boolean {
  const sorted = (name: string) => [...name].toSorted().join('');
  return sorted(one) === sorted(other) || distance(one, other) <= 2;
}

/** The Levenshtein distance of two names. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [down, letter] of [...one].entries()) {
    const next = [down + 1];
    for (const [across, another] of [...other].entries())
      next.push(Math.min((row[across] ?? 0) + Number(letter !== another), (row[across + 1] ?? 0) + 1, (next[across] ?? 0) + 1));
    row = next;
  }
  return row.at(-1) ?? 0;
}
