import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../src/server/platform/process/root.ts';
import { rootOf } from './floors.ts';
import { isNode, nameOf, sources, type Source, type SyntaxNode } from './sources.ts';

/** An exported constant, function or class, and whether a docstring stands right before it. */
type Exported = { file: string; name: string; isDocumented: boolean };

/** The exported values of some files; types explain themselves by their fields. */
export function exportsOf(files: readonly Source[]): Exported[] {
  return files.flatMap(({ file, text, program, comments }) =>
    statementsOf(program).flatMap((node) => {
      const name = node.type === 'ExportNamedDeclaration' ? valueIn(node['declaration']) : undefined;
      if (name === undefined) return [];
      const isDocumented = comments.some(
        ({ start, end }) => end <= node.start && text.startsWith('/**', start) && text.slice(end, node.start).trim() === '',
      );
      return [{ file, name, isDocumented }];
    }),
  );
}

/** The files of shared that decide something: they export functions and no endpoints. */
export const ruleFiles: readonly string[] = sources
  .filter(
    ({ file, program, text }) => rootOf(file) === 'shared' && !text.includes('endpoint(') && statementsOf(program).some(exportsFunction),
  )
  .map(({ file }) => file);

/** The test beside a file, where there is one. */
export function testOf(file: string): string | undefined {
  const test = file.replace(/\.ts$/, '.test.ts');
  return fs.existsSync(path.join(projectRoot, test)) ? test : undefined;
}

function exportsFunction(node: SyntaxNode): boolean {
  return node.type === 'ExportNamedDeclaration' && isNode(node['declaration']) && node['declaration'].type === 'FunctionDeclaration';
}

function statementsOf(program: SyntaxNode): SyntaxNode[] {
  return Array.isArray(program['body']) ? program['body'].filter(isNode) : [];
}

/** The name of a declared value; undefined for a type. */
function valueIn(declaration: unknown): string | undefined {
  if (!isNode(declaration) || declaration.type.startsWith('TS')) return undefined;
  const [first] = Array.isArray(declaration['declarations']) ? (declaration['declarations'] as unknown[]) : [declaration];
  return isNode(first) ? nameOf(first['id']) : undefined;
}
