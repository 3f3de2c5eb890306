import fs from 'node:fs';
import path from 'node:path';
import { parseSync } from 'rolldown/utils';
import { projectRoot } from '../../src/server/platform/process/root.ts';

/** One node of a syntax tree (ESTree with TypeScript). */
export type SyntaxNode = { type: string; start: number; end: number; [field: string]: unknown };

/** A file of TypeScript: its text, its tree, its comments, and which other files it imports, types included. */
export type Source = { file: string; text: string; program: SyntaxNode; comments: readonly Comment[]; imports: readonly Import[] };

/** A comment without its marks. */
type Comment = { start: number; end: number; words: string };

/** What is imported: a file of the project, or the name of a package; and which names, for an import at the top of a file. */
type Import = { target: string; isOwn: boolean; names: readonly { name: string; local: string }[] };

/** Every file below a folder of the project, with paths from its root. */
export function filesBelow(folder: string): string[] {
  return fs
    .readdirSync(path.join(projectRoot, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(projectRoot, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
}

export function isTest(file: string): boolean {
  return /\.(test|spec)\.tsx?$/.test(file);
}

/** The lines of a file; a line feed at its end begins no new one. */
export function linesOf(file: string): number {
  return fs.readFileSync(path.join(projectRoot, file), 'utf8').trimEnd().split('\n').length;
}

/** The product's own TypeScript, without its tests; read once. */
export const sources: readonly Source[] = filesBelow('src')
  .filter((file) => /\.tsx?$/.test(file) && !isTest(file))
  .map(readSource);

/** Visits a node and everything within it. */
export function visitNodes(value: unknown, visit: (node: SyntaxNode) => void): void {
  if (Array.isArray(value)) for (const one of value) visitNodes(one, visit);
  else if (isNode(value)) {
    visit(value);
    for (const field of Object.values(value)) visitNodes(field, visit);
  }
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** The name, where a node is one. */
export function nameOf(node: unknown): string | undefined {
  return isNode(node) && node.type === 'Identifier' ? String(node['name']) : undefined;
}

/** The text, where a node is a literal one. */
export function textOf(node: unknown): string | undefined {
  return isNode(node) && node.type === 'Literal' && typeof node['value'] === 'string' ? node['value'] : undefined;
}

function readSource(file: string): Source {
  const text = fs.readFileSync(path.join(projectRoot, file), 'utf8');
  const { tree, module, comments } = parsed(file, text);
  const stated = module.staticImports.map(({ moduleRequest, entries }) =>
    importOf(
      file,
      moduleRequest.value,
      entries.map(({ importName, localName }) => ({ name: importName.name ?? 'default', local: localName.value })),
    ),
  );
  const passedOn = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest }) => (moduleRequest ? [importOf(file, moduleRequest.value)] : [])),
  );
  const later: Import[] = [];
  visitNodes(tree, (node) => {
    const request = node.type === 'ImportExpression' || node.type === 'TSImportType' ? textOf(node['source']) : undefined;
    if (request !== undefined) later.push(importOf(file, request));
  });
  return { file, text, program: tree, comments, imports: [...stated, ...passedOn, ...later] };
}

/** The syntax tree and the comments of a text, and what it imports and exports. */
export function parsed(file: string, text: string) {
  const { program, module, errors, comments: marked } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`);
  const tree: unknown = program;
  if (!isNode(tree)) throw new Error(`${file} has no syntax tree`);
  const comments = marked.map(({ start, end, value }) => ({
    start,
    end,
    words: value
      .replaceAll(/\s*\n\s*\*?\s*/g, ' ')
      .replace(/^\*/, '')
      .trim(),
  }));
  return { tree, module, comments };
}

function importOf(file: string, request: string, names: Import['names'] = []): Import {
  const [bare = ''] = request.split('?');
  if (bare.startsWith('#')) return { target: `src/${bare.slice(1)}`, isOwn: true, names };
  if (bare.startsWith('.')) return { target: path.posix.join(path.posix.dirname(file), bare), isOwn: true, names };
  return { target: bare, isOwn: false, names };
}
