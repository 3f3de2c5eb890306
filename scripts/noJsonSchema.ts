import type { Plugin } from 'vite';

/** The modules of zod that write JSON schemas, which only the server does, for the OpenAPI document. */
const writers = /\/zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js$/;
/** What zod reads from them besides, e.g. the least length of a text. */
const needed = 'aggregateChecks';

/** Empties the functions with which zod writes JSON schemas: every schema refers to them, so that no bundler can leave them out. */
export function noJsonSchema(): Plugin {
  return {
    name: 'no-json-schema',
    apply: 'build',
    transform(code, id) {
      if (!writers.test(id)) return undefined;
      const exported = this.parse(code).body.flatMap((statement) => {
        if (statement.type !== 'ExportNamedDeclaration') return [];
        const { declaration } = statement;
        if (declaration?.type === 'FunctionDeclaration') return declaration.id?.name === needed ? [] : (declaration.body ?? []);
        return declaration?.type === 'VariableDeclaration' ? declaration.declarations.flatMap(({ init }) => init ?? []) : [];
      });
      let whole = '';
      let at = 0;
      for (const { type, start, end } of exported) {
        whole += code.slice(at, start) + (type === 'BlockStatement' ? '{}' : '() => {}');
        at = end;
      }
      return { code: whole + code.slice(at), map: null };
    },
  };
}
