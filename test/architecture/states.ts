import { isDemo } from './floors.ts';
import { isNode, nameOf, sources, textOf, visitNodes, type Source, type SyntaxNode } from './sources.ts';

/** The states that something can be in, and the file that names them and their sets. */
export type Vocabulary = { name: string; file: string; states: readonly string[] };

/** A set of states that is written out away from its vocabulary. */
export type StateList = { file: string; line: number; states: readonly string[]; vocabulary: Vocabulary };

/** Every closed list of states: `somethingStates = ['a', 'b', …] as const`. */
export const vocabularies: readonly Vocabulary[] = sources.flatMap(({ file, program }) => {
  const found: Vocabulary[] = [];
  visitNodes(program, (node) => {
    const name = node.type === 'VariableDeclarator' ? nameOf(node['id']) : undefined;
    const init = node['init'];
    if (!name || !/(States|Statuses)$/.test(name) || !isNode(init) || init.type !== 'TSAsExpression') return;
    const states = literalsOf(init['expression']);
    if (states.length > 1) found.push({ name, file, states });
  });
  return found;
});

/** Lists of two or more states, as arrays and in SQL, that stand in another file than the states do. */
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

function listsIn({ program }: Source): { states: string[]; node: SyntaxNode }[] {
  const found: { states: string[]; node: SyntaxNode }[] = [];
  visitNodes(program, (node) => {
    if (node.type === 'ArrayExpression') found.push({ states: literalsOf(node), node });
    if (node.type !== 'TemplateElement') return;
    const { cooked } = node['value'] as { cooked: string }; // Every part of a template has it.
    for (const [list] of cooked.matchAll(/\(\s*'\w+'(?:\s*,\s*'\w+')+\s*\)/g))
      found.push({ states: [...list.matchAll(/'(\w+)'/g)].map(([, state = '']) => state), node });
  });
  return found.filter(({ states }) => states.length > 1);
}

/** The texts of an array of nothing but texts; empty for anything else. */
function literalsOf(node: unknown): string[] {
  if (!isNode(node) || node.type !== 'ArrayExpression' || !Array.isArray(node['elements'])) return [];
  const texts = node['elements'].map(textOf);
  return texts.every((text) => text !== undefined) ? texts : [];
}
