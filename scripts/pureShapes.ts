import type { Plugin } from 'vite';

type Node = { readonly type: string; readonly start: number; readonly end: number; readonly [key: string]: unknown };

/** What a bundler must take for a deed of its own: a call, a look at a property, a copy. */
const mayDo = new Set(['CallExpression', 'NewExpression', 'TaggedTemplateExpression', 'MemberExpression', 'SpreadElement']);

/**
 * Says of every constant in `folder` that making it does nothing else, so that a page loads only the shapes that it uses: to the
 * bundler `z.object(…)` is a call like any other, and a module's shapes of answers would come along with the one word that a page shows.
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

/** Whether something happens when it is evaluated; what stands in a function happens later. */
function acts(node: Node): boolean {
  if (mayDo.has(node.type)) return true;
  if (node.type.endsWith('FunctionExpression')) return false;
  return Object.values(node).some((inner) => [inner].flat().some((one) => isNode(one) && acts(one)));
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}
