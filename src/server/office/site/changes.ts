import fs from 'node:fs/promises';
import path from 'node:path';
import { projectRoot } from '#server/platform/process/root.ts';

export type Change = { version: string; date: string; entries: string[] };

/** The user-visible changes, parsed from CHANGELOG.md: `## v2.4 (2026-11-21)`, followed by a list of sentences that may span lines. */
export async function readChanges(): Promise<Change[]> {
  const text = await fs.readFile(path.join(projectRoot, 'CHANGELOG.md'), 'utf8').catch(() => '');
  const changes: Change[] = [];
  for (const line of text.split('\n')) {
    const heading = /^## (\S+)(?: \((\d{4}-\d\d-\d\d)\))?/.exec(line);
    const entry = /^- (.+)/.exec(line)?.[1];
    const further = /^ {2}(\S.*)/.exec(line)?.[1];
    const entries = changes.at(-1)?.entries ?? [];
    if (heading?.[1]) changes.push({ version: heading[1], date: heading[2] ?? '', entries: [] });
    else if (entry) entries.push(entry);
    else if (further) entries.push(`${entries.pop() ?? ''} ${further}`);
  }
  return changes;
}
