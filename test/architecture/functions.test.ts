import { expect, test } from 'vitest';
import { isNode, nameOf, sources, visitNodes, type Source } from './sources.ts';

const kinds = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

type Measured = { file: string; name: string; lines: number; isComponent: boolean };

const functions: readonly Measured[] = sources.flatMap(functionsOf);

test('a function fits on a screen, and a component on two', () => {
  expect(functions.length).toBeGreaterThan(12500);
  expect(functions.filter(({ isComponent }) => isComponent).length).toBeGreaterThan(500);
  const long = functions.filter(({ lines, isComponent }) => lines > (isComponent ? 100 : 60));
  expect(long.map(({ file, name, lines }) => `${file} ${name}: ${lines}`)).toEqual([]);
});

/** Every function of a file; one that draws bears a name with a capital letter. */
function functionsOf({ file, text, program }: Source): Measured[] {
  const names = new Map<unknown, string>();
  const found: Measured[] = [];
  visitNodes(program, (node) => {
    if (node.type === 'VariableDeclarator') names.set(node['init'], nameOf(node['id']) ?? '');
    if (!kinds.has(node.type)) return;
    const name = (isNode(node['id']) ? nameOf(node['id']) : names.get(node)) ?? '';
    const lines = text.slice(node.start, node.end).split('\n').length;
    found.push({ file, name, lines, isComponent: file.endsWith('.tsx') && /^[A-Z]/.test(name) });
  });
  return found;
}
