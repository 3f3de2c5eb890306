import { isDemo } from './floors.ts';
import { isNode, nameOf, sources, textOf, visitNodes, type Source, type SyntaxNode } from './sources.ts';

/** The states that something can be in, and the file that names them and their sets. */
export type Vocabulary = { name: string; file: string; states: readonly string[] };

/** A set of states that is written out away from its vocabulary. */
export type StateList = { file: string; line: number; states: readonly string[]; vocabulary: Vocabulary };

/** Every closed list of states: `somethingStates = ['a', 'b', …] as const`, or with their words `{ a: 'A', b: 'B' } as const`. */
export const vocabularies: readonly Vocabulary[] = sources.flatMap(({ file, program }) => {
  const found: Vocabulary[] = [];
  visitNodes(program, (node) => {
    const name = node.type === 'VariableDeclarator' ? nameOf(node['id']) : undefined;
    const list = constantOf(node['init']);
    if (!name || !/(States|Statuses)$/.test(name) || !list) return;
    const states = list.type === 'ObjectExpression' ? keysIn(list) : literalsOf(list);
    if (states.length > 1) found.push({ name, file, states });
  });
  return found;
});

/** Lists of two or more states, as arrays, in SQL and as comparisons in a row, that stand in another file than the states do. */
export function strayLists(): StateList[] {
  return sources
    .filter(({ file }) => !isDemo(file))
    .flatMap((source) => listsIn(source).flatMap(({ states, node }) => strayOf(source, states, node)));
}

function strayOf({ file, text }: Source, states: readonly string[], { start }: SyntaxNode): StateList[] {
  const fitting = vocabularies.filter((vocabulary) => states.every((state) => vocabulary.states.includes(state)));
  const [first] = fitting;
  if (!first || fitting.some((vocabulary) => vocabulary.file === file)) return [];
  return [{ file, line: text.slice(0, start).split('\n').length, states, vocabulary: first }];
}

/** The lists of texts in a piece of code, however they are written. */
export function listsIn({ program, text }: Pick<Source, 'program' | 'text'>): { states: string[]; node: SyntaxNode }[] {
  const found: { states: string[]; node: SyntaxNode }[] = [];
  const within = new Set<SyntaxNode>();
  visitNodes(program, (node) => {
    if (node.type === 'LogicalExpression' && !within.has(node)) {
      for (const states of comparedIn(node, text, within)) found.push({ states, node });
    }
    if (node.type === 'ArrayExpression') found.push({ states: literalsOf(node), node });
    if (node.type !== 'TemplateElement') return;
    const { cooked } = node['value'] as { cooked: string }; // Every part of a template has it.
    for (const [list] of cooked.matchAll(/\(\s*'\w+'(?:\s*,\s*'\w+')+\s*\)/g))
      found.push({ states: [...list.matchAll(/'(\w+)'/g)].map(([, state = '']) => state), node });
  });
  return found.filter(({ states }) => states.length > 1);
}

/**
 * The states that one value is compared with in a row: `state === 'a' || state === 'b'`, or `state !== 'a' && state !== 'b'`.
 * The parts of the row are added to those that need no look of their own.
 */
function comparedIn(row: SyntaxNode, text: string, within: Set<SyntaxNode>): string[][] {
  const sign = row['operator'] === '||' ? '===' : row['operator'] === '&&' ? '!==' : undefined;
  const compared: { value: string; state: string }[] = [];
  const look = (node: unknown) => {
    if (!isNode(node)) return;
    if (node.type === 'ParenthesizedExpression') look(node['expression']);
    if (node.type === 'LogicalExpression' && node['operator'] === row['operator']) {
      within.add(node);
      look(node['left']);
      look(node['right']);
    }
    const state = node.type === 'BinaryExpression' && node['operator'] === sign ? textOf(node['right']) : undefined;
    const value = isNode(node['left']) ? text.slice(node['left'].start, node['left'].end) : '';
    if (state !== undefined) compared.push({ value, state });
  };
  look(row);
  return [...Map.groupBy(compared, ({ value }) => value).values()].map((of) => of.map(({ state }) => state));
}

/** The array or object behind `… as const`, also where `satisfies` stands behind it. */
function constantOf(init: unknown): SyntaxNode | undefined {
  if (!isNode(init)) return undefined;
  if (init.type === 'TSSatisfiesExpression') return constantOf(init['expression']);
  return init.type === 'TSAsExpression' && isNode(init['expression']) ? init['expression'] : undefined;
}

function keysIn(object: SyntaxNode): string[] {
  const properties = Array.isArray(object['properties']) ? object['properties'] : [];
  return properties.flatMap((property) => (isNode(property) ? (nameOf(property['key']) ?? textOf(property['key']) ?? []) : []));
}

/** The texts of an array of nothing but texts; empty for anything else. */
function literalsOf(node: unknown): string[] {
  if (!isNode(node) || node.type !== 'ArrayExpression' || !Array.isArray(node['elements'])) return [];
  const texts = node['elements'].map(textOf);
  return texts.every((text) => text !== undefined) ? texts : [];
}
