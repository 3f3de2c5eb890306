import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs, type ParseArgsConfig, type ParseArgsOptionsConfig } from 'node:util';
import { StartError } from './startError.ts';

/** The actor of commands in the audit log. */
export const commandLine = { name: 'Kommandozeile' } as const;

/** Reads the arguments of a command; throws a StartError with the usage for unknown ones. */
export function readArguments<T extends ParseArgsOptionsConfig>(usage: string, options: T, positionals: { least: number; most: number }) {
  const config = { options, allowPositionals: true, strict: true } as const satisfies ParseArgsConfig;
  try {
    const parsed = parseArgs<typeof config>(config);
    if (parsed.positionals.length >= positionals.least && parsed.positionals.length <= positionals.most) return parsed;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (!code?.startsWith('ERR_PARSE_ARGS')) throw error;
  }
  throw new StartError(`So wird der Befehl benutzt: ${usage}`);
}

/** Resolves a path relative to where the command was typed: npm runs commands in the project folder. */
export function pathAsTyped(file: string): string {
  return path.resolve(process.env['INIT_CWD'] ?? process.cwd(), file);
}

/** Continues after `--yes` or a typed "ja"; otherwise throws a StartError before anything is changed. */
export async function confirm(question: string, isConfirmed: boolean | undefined): Promise<void> {
  if (isConfirmed) return;
  if (!process.stdin.isTTY) throw new StartError(`${question} Bitte mit --yes bestätigen.`);
  if ((await ask(`${question} Zum Fortfahren "ja" eingeben: `)).trim().toLowerCase() !== 'ja')
    throw new StartError('Abgebrochen; es wurde nichts geändert.');
}

/** The password of a backup: from the setting, or typed at the terminal without echo. */
export async function askPassword(configured: string | undefined, isNew: boolean): Promise<string> {
  if (configured) return configured;
  if (!process.stdin.isTTY) throw new StartError('Bitte BACKUP_PASSWORD setzen (mindestens 12 Zeichen).');
  const password = await askHidden('Passwort der Sicherung: ');
  if (!isNew) return password;
  if (password.length < 12) throw new StartError('Das Passwort braucht mindestens 12 Zeichen.');
  if (password !== (await askHidden('Noch einmal: '))) throw new StartError('Die beiden Eingaben sind verschieden.');
  return password;
}

async function ask(question: string): Promise<string> {
  const line = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await line.question(question);
  } finally {
    line.close();
  }
}

async function askHidden(question: string): Promise<string> {
  process.stderr.write(question);
  const nothing = new Writable({ write: (_chunk, _encoding, done) => done() });
  const line = createInterface({ input: process.stdin, output: nothing, terminal: true });
  try {
    return await line.question('');
  } finally {
    line.close();
    process.stderr.write('\n');
  }
}
