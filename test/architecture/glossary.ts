import { contract } from '../../src/shared/api.ts';
import { isNode, nameOf, sources, textOf, visitNodes } from './sources.ts';

/** The words of a name: helperListStates is helper, list, states. */
export function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[_$\d]+/g, ' ')
    .toLowerCase()
    .split(' ')
    .filter(Boolean);
}

/** Every name that the interface shows: features, operations, paths, fields, and the values of closed lists. */
export const wireNames: ReadonlySet<string> = namesIn(contract);

/** Every column of a table, and every value that a table's file names. */
export const columns: ReadonlySet<string> = new Set(sources.flatMap(({ program }) => columnsIn(program)));

/** Follows the contract and its shapes into everything that they are made of; keys and short texts are names. */
function namesIn(root: object): Set<string> {
  const names = new Set<string>();
  const seen = new Set<object>();
  const waiting: unknown[] = [root];
  for (let value = waiting.pop(); waiting.length > 0 || value !== undefined; value = waiting.pop()) {
    if (typeof value === 'string') for (const word of value.match(/\w+/g) ?? []) names.add(word);
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    for (const [key, within] of Object.entries(partsOf(value))) {
      if (key !== 'summary' && key !== 'description' && key !== 'error') {
        names.add(key);
        waiting.push(within);
      }
    }
  }
  return names;
}

/** Shapes keep what they are made of behind getters, in their definition. */
function partsOf(value: object): object {
  if ('_zod' in value && isRecord(value._zod) && isRecord(value._zod['def'])) return { ...value._zod['def'] };
  if ('~orpc' in value && isRecord(value['~orpc'])) return value['~orpc'];
  return value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The texts of a file without a table are not the database's. */
function columnsIn(program: unknown): string[] {
  const found: string[] = [];
  const texts: string[] = [];
  visitNodes(program, (node) => {
    texts.push(textOf(node) ?? '');
    const [name, shape] = node.type === 'CallExpression' && Array.isArray(node['arguments']) ? (node['arguments'] as unknown[]) : [];
    const maker = nameOf(node['callee']);
    if ((maker !== 'pgTable' && maker !== 'pgView') || textOf(name) === undefined || !isNode(shape)) return;
    for (const property of Array.isArray(shape['properties']) ? (shape['properties'] as unknown[]) : [])
      if (isNode(property)) found.push(nameOf(property['key']) ?? textOf(property['key']) ?? '');
  });
  return found.length > 0 ? [...found, ...texts] : [];
}
