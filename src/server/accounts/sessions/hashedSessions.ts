import type { BetterAuthOptions, DBAdapter } from 'better-auth';
import { secretHash } from '#server/platform/process/secretHash.ts';

type MakeAdapter = (options: BetterAuthOptions) => DBAdapter<BetterAuthOptions>;
/** A row as the library passes it, whose own interface uses `any`. */
type Fields = Parameters<DBAdapter<BetterAuthOptions>['create']>[0]['data'];
type Where = Parameters<DBAdapter<BetterAuthOptions>['findOne']>[0]['where'];

/**
 * Stores only the hash of session tokens, so that a stolen database copy opens no session. The library keeps using the plain token;
 * everything it stores or looks up passes through this adapter.
 */
export function withHashedSessions(make: MakeAdapter): MakeAdapter {
  return (options) => {
    const inner = make(options);
    const wrap = (adapter: typeof inner): typeof inner => ({
      ...adapter,
      create: async <T extends Fields, R = T>(args: {
        model: string;
        data: Omit<T, 'id'>;
        select?: string[];
        forceAllowId?: boolean;
      }): Promise<R> => {
        const token = args.model === 'session' && 'token' in args.data ? String(args.data['token']) : undefined;
        if (token === undefined) return adapter.create<T, R>(args);
        const created = await adapter.create<T, R>({ ...args, data: { ...args.data, token: secretHash(token) } });
        return { ...created, token };
      },
      findOne: async (args) => readable(await adapter.findOne({ ...args, where: hashed(args.model, args.where) }), args.model, args.where),
      findMany: (args) => adapter.findMany({ ...args, ...(args.where && { where: hashed(args.model, args.where) }) }),
      update: async (args) => readable(await adapter.update({ ...args, where: hashed(args.model, args.where) }), args.model, args.where),
      updateMany: (args) => adapter.updateMany({ ...args, where: hashed(args.model, args.where) }),
      delete: (args) => adapter.delete({ ...args, where: hashed(args.model, args.where) }),
      deleteMany: (args) => adapter.deleteMany({ ...args, where: hashed(args.model, args.where) }),
      transaction: (work) => adapter.transaction((tx) => work(wrap(tx as typeof inner))),
    });
    return wrap(inner);
  };
}

function hashed(model: string, where: Where): Where {
  if (model !== 'session') return where;
  return where.map((condition) => (condition.field === 'token' ? { ...condition, value: hashValue(condition.value) } : condition));
}

function hashValue(value: Where[number]['value']): Where[number]['value'] {
  if (Array.isArray(value)) return value.map((one) => secretHash(String(one)));
  return typeof value === 'string' ? secretHash(value) : value;
}

/** A session that was looked up by its token gets the plain token back, as the library expects. */
function readable<T>(row: T, model: string, where: Where): T {
  const token = model === 'session' ? where.find((condition) => condition.field === 'token')?.value : undefined;
  return row && typeof token === 'string' ? { ...row, token } : row;
}
