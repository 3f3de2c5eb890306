import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { isSystemError } from './systemError.ts';

/** The text of a file readable only by the server's user; created with `text` if missing. Concurrent callers all get the same text. */
export async function keepFile(file: string, text: string): Promise<string> {
  await fs.mkdir(path.dirname(file), { recursive: true });
  const kept = await readIfThere(file);
  if (kept) return kept;
  const draft = await writeDraft(file, text);
  // A hard link does not replace an existing file, and the file appears complete.
  await fs.link(draft, file).catch((error: unknown) => {
    if (!isSystemError(error, 'EEXIST')) throw error;
  });
  await fs.rm(draft);
  return (await readIfThere(file)) ?? text;
}

/** Replaces the file atomically. */
export async function replaceFile(file: string, text: string): Promise<void> {
  await fs.rename(await writeDraft(file, text), file);
}

async function writeDraft(file: string, text: string): Promise<string> {
  const draft = `${file}.${randomUUID()}`;
  await fs.writeFile(draft, `${text}\n`, { mode: 0o600, flag: 'wx', flush: true });
  return draft;
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return (await fs.readFile(file, 'utf8')).trim() || undefined;
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return undefined;
    throw error;
  }
}
