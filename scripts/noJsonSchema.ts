import type { Plugin } from 'vite';

/** The modules of zod that write JSON schemas, which only the server does, for the OpenAPI document. */
const writers = /\/zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js$/;
/** What zod reads from them besides, e.g. the least length of a text. */
const needed = 'aggregateChecks';

type Place = { start: number; end: number };
type Emptied = Place & { by: string };

/** Empties the functions with which zod writes JSON schemas: every schema refers to them, so that no bundler can leave them out. */
export function noJsonSchema(): Plugin {
  return {
    name: 'no-json-schema',
    apply: 'build',
    transform(code, id) {
      if (!writers.test(id)) return undefined;
      const emptied = this.parse(code).body.flatMap((statement): Emptied[] => {
        if (statement.type !== 'ExportNamedDeclaration') return [];
        const { declaration } = statement;
        if (declaration?.type === 'FunctionDeclaration')
          return declaration.body && declaration.id?.name !== needed ? [{ ...placeOf(declaration.body), by: '{}' }] : [];
        if (declaration?.type !== 'VariableDeclaration') return [];
        return declaration.declarations.flatMap(({ init }) => (init ? [{ ...placeOf(init), by: '() => {}' }] : []));
      });
      let whole = '';
      let at = 0;
      for (const { start, end, by } of emptied) {
        whole += code.slice(at, start) + by;
        at = end;
      }
      return { code: whole + code.slice(at), map: null };
    },
  };
}

function placeOf({ start, end }: Place): Place {
  return { start, end };
}
