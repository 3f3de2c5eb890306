import type { OwnFile, OwnExport } from '#shared/accounts/identity.ts';
import { columnWords, wordOfCode } from './fileWords.ts';
import { keyWords } from './fileKeys.ts';

type German = { [key: string]: unknown };

/** A person's file with German keys and values, for download; amounts remain whole cents, dates and times ISO 8601. */
export function germanFile({ exportedAt, club, name, parts }: OwnFile): German {
  return {
    'Erstellt am': exportedAt,
    Verein: club,
    Name: name,
    Angaben: parts.map(({ title, rows }) => ({ Bereich: title, Einträge: rows.map((row) => germanRow(title, row)) })),
  };
}

/** The same for the complete export of an account. */
export function germanExport({ exportedAt, user, sessions, audit, people }: OwnExport): German {
  return {
    'Erstellt am': exportedAt,
    Benutzerkonto: germanRow('Benutzerkonto', user),
    'Angemeldete Geräte': sessions.map((one) => germanRow('Geräte', one)),
    'Protokoll der eigenen Handlungen': audit.map((one) => germanRow('Protokoll', one)),
    Personen: people.map(germanFile),
  };
}

/** The German name of a key; undefined if it has none. */
export function wordOfKey(key: string): string | undefined {
  const column = key.replaceAll(/(?<=[a-z])[A-Z]+/g, (letters) => `_${letters.toLowerCase()}`);
  const word = columnWords[key] ?? columnWords[column] ?? keyWords[column];
  return word && column.endsWith('cents') ? `${word} in Cent` : word;
}

function germanRow(part: string, row: object): German {
  const german: German = {};
  for (const [key, value] of Object.entries(row)) {
    const word = wordOfKey(key) ?? key;
    // If two columns have the same German name, the second one gets its key appended.
    german[word in german ? `${word} (${key})` : word] = germanValue(part, key, value);
  }
  return german;
}

function germanValue(part: string, key: string, value: unknown): unknown {
  if (typeof value === 'string') return wordOfCode(part, key, value) ?? value;
  if (Array.isArray(value)) return value.map((one: unknown) => germanValue(part, key, one));
  return typeof value === 'object' && value !== null ? germanRow(part, value) : value;
}
