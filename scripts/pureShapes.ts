import type { Plugin } from 'vite';

type Node = { readonly type: string; readonly start: number; readonly end: number; readonly [key: string]: unknown };

/** Node types that may have side effects for a bundler: calls, property accesses, spreads. */
const mayDo = new Set(['CallExpression', 'NewExpression', 'TaggedTemplateExpression', 'MemberExpression', 'SpreadElement']);

/**
 * Marks the initialisers of all constants in `folder` as pure, so that unused shapes are tree-shaken: to the bundler
 * `z.object(…)` may have side effects, so a module's shapes would be included together with any constant that a page
 * uses.
 */
export function pureShapes(folder: string): Plugin {
  return {
    name: 'pure-shapes',
    apply: 'build',
    enforce: 'post',
    transform(code, id) {
      if (!id.startsWith(folder)) return undefined;
      const made = this.parse(code).body.flatMap((statement) => {
        const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
        return declared?.type === 'VariableDeclaration' ? declared.declarations.flatMap(({ init }) => init ?? []) : [];
      });
      let whole = '';
      let at = 0;
      for (const node of made.filter((init) => acts(init as unknown as Node))) {
        whole += `${code.slice(at, node.start)}/*#__PURE__*/(() => (${code.slice(node.start, node.end)}))()`;
        at = node.end;
      }
      return { code: whole + code.slice(at), map: null, moduleSideEffects: false };
    },
  };
}

/** Whether evaluating a node may have side effects; function bodies are not evaluated. */
function acts(node: Node): boolean {
  if (mayDo.has(node.type)) return true;
  if (node.type.endsWith('FunctionExpression')) return false;
  return Object.values(node).some((inner) => [inner].flat().some((one) => isNode(one) && acts(one)));
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}
