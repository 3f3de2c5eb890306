import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../src/server/platform/process/root.ts';
import { floorOf, isDemo, wingOf } from './floors.ts';
import { filesBelow, nameOf, textOf, visitNodes, type Source, type SyntaxNode } from './sources.ts';
import { builtWrites, isOwn, placeOf, server, tables, tablesIn, type Table, type Use } from './tables.ts';

const byName = new Map(tables.map((table) => [table.name, table]));
const names = [...byName.keys()].join('|');
const kinds: readonly [kind: Use['kind'], form: RegExp][] = [
  ['insert', new RegExp(String.raw`\b(?:insert\s+into|copy)\s+"?(@?(?:${names}))\b`, 'gi')],
  ['update', new RegExp(String.raw`(?<!\bfor\s+)\bupdate\s+(?:only\s+)?"?(@?(?:${names}))\b(?=\s+(?:as\s+)?\w+|"?\s+set)`, 'gi')],
  ['delete', new RegExp(String.raw`\bdelete\s+from\s+"?(@?(?:${names}))\b|\btruncate\s+(?:table\s+)?"?(@?(?:${names}))\b`, 'gi')],
  ['read', new RegExp(String.raw`(?<!\bdelete\s+)\b(?:from|join|using)\s+(?:only\s+|lateral\s+)?"?(@?(?:${names}))\b(?!\s*\()`, 'gi')],
  [
    'read',
    new RegExp(
      String.raw`\bfrom\s+[\w@]+(?:\s+(?:as\s+)?\w+)?(?:\s*,\s*[\w@]+(?:\s+(?:as\s+)?\w+)?)*?\s*,\s*(@?(?:${names}))\b(?!\s*\()`,
      'gi',
    ),
  ],
];

/** Where raw SQL names a table: as what it writes, or only reads. */
export const rawUses: readonly Use[] = server.flatMap((source) =>
  textsOf(source).flatMap(({ text, node }) => mentionsIn(text).map(({ table, kind }) => ({ ...placeOf(source, node), table, kind }))),
);

/** All places that write a table, by either way. */
export const writes = [...builtWrites, ...rawUses.filter(({ kind }) => kind !== 'read')];

/** Writes of a table by anybody but the wing that owns it. */
export function foreignWrites(): Use[] {
  return writes.filter((write) => !isDemo(write.file) && !isOwn(write));
}

/** Names of tables of other wings in SQL that the compiler cannot read; views of lower wings are there to be named. */
export function foreignReads(): Use[] {
  return rawUses.filter((use) => use.kind === 'read' && !isDemo(use.file) && !isOwn(use) && !isExported(use));
}

function isExported({ file, table }: Use): boolean {
  const reader = wingOf(file);
  return table.isView && reader !== undefined && table.wing !== undefined && floorOf(table.wing) < floorOf(reader);
}

/** The names of the tables that a function or a trigger of the database, or the identity library, fills in. */
export function filledElsewhere(): Set<string> {
  const migrations = filesBelow('src/server/db/migrations').filter((file) => file.endsWith('.sql'));
  const inSql = migrations.flatMap((file) => mentionsIn(withoutSqlComments(fs.readFileSync(path.join(projectRoot, file), 'utf8'))));
  const names = new Set(inSql.filter(({ kind }) => kind === 'insert').map(({ table }) => table.name));
  // The identity library is handed its tables by name and fills them in itself.
  for (const source of server.filter(({ imports }) => imports.some(({ target }) => target.startsWith('@better-auth/drizzle-adapter')))) {
    const known = tablesIn(source);
    visitNodes(source.program, (node) => {
      const table = node.type === 'Property' ? known.get(nameOf(node['value']) ?? '') : undefined;
      if (table) names.add(table.name);
    });
  }
  return names;
}

/** The texts of a file that PostgreSQL may read: templates with the tables put in, and literals. */
function textsOf(source: Source): { text: string; node: SyntaxNode }[] {
  const known = tablesIn(source);
  const found: { text: string; node: SyntaxNode }[] = [];
  visitNodes(source.program, (node) => {
    if (node.type === 'TemplateLiteral') found.push({ text: templateText(node, known), node });
    const text = textOf(node);
    if (text !== undefined && /\s/.test(text)) found.push({ text, node });
  });
  return found;
}

/** A template as SQL: a table that is put in by its constant is marked, since the compiler looks after its name. */
function templateText(node: SyntaxNode, known: Map<string, Table>): string {
  const values = node['expressions'] as unknown[]; // A template always has both lists.
  const parts = node['quasis'] as { value: { cooked: string } }[];
  return parts
    .map(({ value }, at) => {
      const table = known.get(nameOf(values[at]) ?? '');
      return `${value.cooked}${at >= values.length ? '' : table ? `@${table.name}` : '?'}`;
    })
    .join('');
}

/** The tables that a text of SQL names, and what it does to them. One put in by its constant counts where it is written. */
function mentionsIn(text: string): Pick<Use, 'table' | 'kind'>[] {
  // Names of common table expressions hide tables of the same name.
  const hidden = new Set(
    [...text.matchAll(/\b(\w+)\s*(?:\([^()]*\))?\s+as\s+(?:not\s+)?(?:materialized\s+)?\(/gi)].map(([, name]) => name),
  );
  return kinds.flatMap(([kind, form]) =>
    [...text.matchAll(form)].flatMap(([, first, second]) => {
      const named = first ?? second ?? '';
      const table = byName.get(named.replace('@', '').toLowerCase());
      return table && !hidden.has(named) && (kind !== 'read' || !named.startsWith('@')) ? [{ table, kind }] : [];
    }),
  );
}

function withoutSqlComments(text: string): string {
  return text.replaceAll(/--[^\n]*/g, '');
}
