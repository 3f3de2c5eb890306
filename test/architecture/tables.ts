import { isComposition, rootOf, wingOf, type Wing } from './floors.ts';
import { isNode, nameOf, sources, textOf, visitNodes, type Source, type SyntaxNode } from './sources.ts';

/** A table, or a view that a wing exports: its name in the code and in the database, and whose it is. */
export type Table = { constant: string; name: string; isView: boolean; file: string; wing: Wing | undefined };

/** A place in the code that inserts into a table, updates it, deletes from it or reads it. */
export type Use = { file: string; line: number; table: Table; kind: 'insert' | 'update' | 'delete' | 'read' };

/** The files of the server. */
export const server = sources.filter(({ file }) => rootOf(file) === 'server');

/** Every table and every exported view of the server. */
export const tables: readonly Table[] = server.flatMap((source) => {
  const found: Table[] = [];
  visitNodes(source.program, (node) => {
    if (node.type !== 'VariableDeclarator' || !isNode(node['init'])) return;
    const made = madeBy(node['init']);
    const constant = nameOf(node['id']);
    if (made && constant) found.push({ constant, ...made, file: source.file, wing: wingOf(source.file) });
  });
  return found;
});

/** Where the query builder inserts, updates or deletes, by the kind of write. */
export const builtWrites: readonly Use[] = server.flatMap((source) => {
  const known = tablesIn(source);
  const found: Use[] = [];
  visitNodes(source.program, (node) => {
    // Many rows are written by a function, which is handed the table behind the transaction.
    const isMany = node.type === 'CallExpression' && nameOf(node['callee']) === 'insertRows';
    const kind = isMany ? 'insert' : methodOf(node);
    const table = known.get(nameOf(argumentsOf(node)[isMany ? 1 : 0]) ?? '');
    if (table && (kind === 'insert' || kind === 'update' || kind === 'delete')) found.push({ ...placeOf(source, node), table, kind });
  });
  return found;
});

/** Whether a use stays within the wing that the table belongs to. */
export function isOwn({ file, table }: Use): boolean {
  return wingOf(file) === table.wing && !isComposition(file);
}

export function told({ file, line, table }: Use): string {
  return `${file}:${line} → ${table.name} (${table.wing})`;
}

function madeBy(init: SyntaxNode): { name: string; isView: boolean } | undefined {
  let call: unknown = init;
  // A view may be followed by how it is made: pgView('x').existing(), pgView('x', {}).as(…).
  while (isNode(call) && call.type === 'CallExpression' && isNode(call['callee']) && call['callee'].type === 'MemberExpression')
    call = call['callee']['object'];
  if (!isNode(call) || call.type !== 'CallExpression') return undefined;
  const maker = nameOf(call['callee']);
  const name = textOf(argumentsOf(call)[0]);
  return name !== undefined && (maker === 'pgTable' || maker === 'pgView') ? { name, isView: maker === 'pgView' } : undefined;
}

/** The tables that a file knows, by the names that it gives them. */
export function tablesIn(source: Source): Map<string, Table> {
  const known = new Map<string, Table>();
  for (const table of tables) if (table.file === source.file) known.set(table.constant, table);
  for (const { target, names } of source.imports)
    for (const { name, local } of names) {
      const table = tables.find(({ file, constant }) => file === target && constant === name);
      if (table) known.set(local, table);
    }
  return known;
}

/** The name of the method that a node calls; empty for anything else. */
function methodOf(node: SyntaxNode): string {
  const callee = node.type === 'CallExpression' ? node['callee'] : undefined;
  return (isNode(callee) && callee.type === 'MemberExpression' && nameOf(callee['property'])) || '';
}

/** What a call is given. */
function argumentsOf(node: SyntaxNode): unknown[] {
  return Array.isArray(node['arguments']) ? node['arguments'] : [];
}

/** Where a node stands. */
export function placeOf({ file, text }: Source, { start }: SyntaxNode): { file: string; line: number } {
  return { file, line: text.slice(0, start).split('\n').length };
}
