import fs from 'node:fs';
import { parseEnv } from 'node:util';

/** A file of settings that Node read at the start (`--env-file`), with what stands in it as Node reads it. */
export type SettingsFile = { file: string; values: { [name: string]: string | undefined }; cut: readonly string[] };

/** The files of settings among the options of Node; one that is not there is left out. */
export function settingsFiles(nodeOptions: readonly string[]): SettingsFile[] {
  return nodeOptions.flatMap((option) => {
    const file = /^--env-file(?:-if-exists)?=(.+)$/.exec(option)?.[1];
    const text = file === undefined ? undefined : textOf(file);
    return file === undefined || text === undefined ? [] : { file, values: parseEnv(text), cut: cutIn(text) };
  });
}

/**
 * The settings of which only the beginning is read: without quotation marks a value ends at its first `#`, also where that is
 * a character of a password. After a blank it begins a comment, and is meant so, whatever stands in the comment.
 */
function cutIn(text: string): string[] {
  const isCut = new Map<string, boolean>();
  // Of a name that stands twice the last line holds.
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
