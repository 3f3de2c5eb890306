import fs from 'node:fs';
import { parseEnv } from 'node:util';

/** A settings file that Node read at the start (`--env-file`), with its values as parsed by Node; `cut` names truncated values. */
export type SettingsFile = { file: string; values: { [name: string]: string | undefined }; cut: readonly string[] };

/** The settings files among the options of Node; missing ones are skipped. */
export function settingsFiles(nodeOptions: readonly string[]): SettingsFile[] {
  return nodeOptions.flatMap((option) => {
    const file = /^--env-file(?:-if-exists)?=(.+)$/.exec(option)?.[1];
    const text = file === undefined ? undefined : textOf(file);
    return file === undefined || text === undefined ? [] : { file, values: parseEnv(text), cut: cutIn(text) };
  });
}

/**
 * The settings of which only the beginning is read: without quotation marks a value ends at its first `#`, even one inside a password.
 * After a space it starts an intentional comment, whatever the comment contains.
 */
function cutIn(text: string): string[] {
  const isCut = new Map<string, boolean>();
  // If a name occurs twice, the last line counts.
  for (const [, name = '', value = ''] of text.matchAll(/^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=(.*)$/gm))
    isCut.set(name, !/^\s*['"`]/.test(value) && /^(?:[^#]*[^\s#])?#/.test(value));
  return [...isCut].flatMap(([name, is]) => (is ? name : []));
}

function textOf(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
