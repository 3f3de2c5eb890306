import { byCollection, byEnd, byField, byPlace, inAddress, type Kind } from './recordNames.ts';

export type Place = { in: 'address' | 'body'; path: readonly (string | 0)[]; kind: Kind };
export type Call = { name: string; method: string; template: string; access: string; body: unknown; places: Place[] };

type Schema = {
  format?: string;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: { [name: string]: Schema };
  items?: Schema;
};
type Operation = {
  'x-permission': string;
  parameters?: { name: string; in: string; schema: Schema }[];
  requestBody?: { content: { 'application/json'?: { schema: Schema; example?: unknown } } };
};
export type Document = { paths: { [path: string]: { [method: string]: Operation } } };

const noMethods = new Set(['servers', 'parameters']);

/** Every endpoint that takes record IDs in its path or body, with their locations; throws for an ID of unknown kind. */
export function callsOf({ paths }: Document): Call[] {
  return Object.entries(paths).flatMap(([template, operations]) => {
    // Endpoints with a secret token in the path are authorised by it, and the storage API by its own token; both have separate tests.
    if (template.startsWith('/v0/') || template.includes('{token}')) return [];
    return Object.entries(operations).flatMap(([method, operation]) => {
      if (noMethods.has(method)) return [];
      const { schema = {}, example } = operation.requestBody?.content['application/json'] ?? {};
      const named = (operation.parameters ?? []).filter((one) => one.in === 'path' && one.schema.format === 'uuid');
      const places = [
        ...named.flatMap(({ name }) => placeIn(template, name)),
        ...[...new Set(idsIn(schema).map((path) => path.join('/')))].flatMap((path) => placeOf(template, path.split('/'))),
      ];
      const name = `${method.toUpperCase()} ${template}`;
      return places.length === 0
        ? []
        : [{ name, method: method.toUpperCase(), template, access: operation['x-permission'], body: example, places }];
    });
  });
}

/** Kinds of licences belong to the installation rather than a club. */
const ofNoClub = new Set(['/licence-kinds/{id}']);

function placeIn(template: string, parameter: string): Place[] {
  const upTo = template.slice(0, template.indexOf(`{${parameter}}`) + parameter.length + 2);
  if (ofNoClub.has(upTo)) return [];
  const kind = inAddress.find(([pattern]) => pattern.test(upTo))?.[1] ?? byCollection[upTo.slice(1, upTo.lastIndexOf('/'))];
  if (!kind) throw new Error(`Say in test/recordNames.ts what the id of ${upTo} is.`);
  return [{ in: 'address', path: [parameter], kind }];
}

function placeOf(template: string, path: readonly string[]): Place[] {
  const names = path.filter((one) => one !== '0');
  const place = `.${names.join('.')}`;
  const kind = byPlace[`${template} ${place}`] ?? byEnd.find(([end]) => place.endsWith(end))?.[1] ?? byField[names.at(-1) ?? ''];
  if (!kind) throw new Error(`Say in test/recordNames.ts what ${place} of ${template} is.`);
  return kind === 'made' ? [] : [{ in: 'body', path: path.map((one) => (one === '0' ? 0 : one)), kind }];
}

function idsIn(schema: Schema): (string | 0)[][] {
  if (schema.format === 'uuid') return [[]];
  const inside = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap(idsIn);
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, one]) => idsIn(one).map((path) => [name, ...path]));
  return [...inside, ...fields, ...(schema.items ? idsIn(schema.items).map((path) => [0 as const, ...path]) : [])];
}

/** A copy of a body with an ID at a location; undefined if the example has nothing there that could contain it. */
export function withId(body: unknown, [first, ...rest]: readonly (string | 0)[], id: string): unknown {
  if (first === undefined) return id;
  if (first === 0) {
    const [one, ...others] = Array.isArray(body) ? (body as unknown[]) : [];
    const put = withId(one, rest, id);
    return put === undefined ? undefined : [put, ...others];
  }
  if (typeof body !== 'object' || body === null) return undefined;
  const put = withId((body as { [field: string]: unknown })[first], rest, id);
  return put === undefined ? undefined : { ...body, [first]: put };
}
