import fs from 'node:fs';
import path from 'node:path';
import { parseSync } from 'rolldown/utils';

/** One small change of a source: what stands at `start` becomes `after`. */
export type Mutant = { file: string; start: number; before: string; after: string };

type Node = { type: string; start: number; end: number; [name: string]: unknown };

const others: { readonly [operator: string]: string } = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '&&': '||',
  '||': '&&',
  '===': '!==',
  '!==': '===',
};

/** The files whose changes a test should notice. */
export function sourcesIn(folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    fs
      .readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((file) => path.join(folder, file))
      .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|\/demo|\/migrations\//.test(file))
      .toSorted(),
  );
}

/** All the changes that can be made to a file. */
export function mutantsOf(file: string, source: string = fs.readFileSync(file, 'utf8')): Mutant[] {
  const found: Mutant[] = [];
  const replace = (start: number, before: string, after: string) => found.push({ file, start, before, after });
  const visit = (node: Node): void => {
    // Types are noticed by the compiler.
    if (/^TS.*(Type|Keyword|Declaration|Signature)/.test(node.type)) return;
    if (node.type === 'BinaryExpression' || node.type === 'LogicalExpression') {
      const [left, right, operator] = [node['left'] as Node, node['right'] as Node, String(node['operator'])];
      const after = others[operator];
      const start = source.indexOf(operator, left.end);
      if (after && start < right.start && !(operator === '+' && [left, right].some(isText))) replace(start, operator, after);
    }
    if (node.type === 'UnaryExpression' && node['operator'] === '!') replace(node.start, '!', '');
    if (node.type === 'Literal' && typeof node['value'] === 'boolean') replace(node.start, String(node['value']), String(!node['value']));
    if (node.type === 'Literal' && typeof node['value'] === 'number') {
      const before = source.slice(node.start, node.end);
      replace(node.start, before, String(node['value'] + 1));
    }
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child);
  };
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be read.`);
  visit(program as unknown as Node); // The walk needs no more of a node than its type and its place.
  return found;
}

/** The source with the change made. */
export function changed(source: string, { start, before, after }: Mutant): string {
  return `${source.slice(0, start)}${after}${source.slice(start + before.length)}`;
}

/** The change as people read it: the place, the line as it was, and what became of it. */
export function inWords(source: string, mutant: Mutant): string {
  const line = source.slice(0, mutant.start).split('\n').length;
  const text = (of: string) => (of.split('\n')[line - 1] ?? '').trim();
  return `${mutant.file}:${line}  ${text(source)}  →  ${text(changed(source, mutant))}`;
}

/** So many of a list, chosen by a seed: the same seed chooses the same (mulberry32). */
export function chosenBy<T>(seed: number, list: readonly T[], count: number): T[] {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const keyed = list.map((entry) => ({ entry, key: next() }));
  return keyed
    .toSorted((one, other) => one.key - other.key)
    .slice(0, count)
    .map(({ entry }) => entry);
}

/** The tests of the room in which a file stands; where there are none, those of the rooms that import it. */
export function testsFor(file: string, sources: readonly string[]): string[] {
  const own = testsIn(path.dirname(file));
  if (own.length > 0) return own;
  const names = [`#${path.relative('src', file)}'`, `/${path.basename(file)}'`];
  const importing = sources.filter((one) => one !== file && names.some((name) => fs.readFileSync(one, 'utf8').includes(name)));
  return [...new Set(importing.flatMap((one) => testsIn(path.dirname(one))))];
}

function testsIn(folder: string): string[] {
  const files = fs.readdirSync(folder).filter((name) => name.endsWith('.test.ts'));
  return files.map((name) => path.join(folder, name));
}

function isText(node: Node): boolean {
  return node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node['value'] === 'string');
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'start' in value;
}
