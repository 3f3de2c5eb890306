import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Services } from '#server/platform/http/context.ts';
import { systemValue } from '#server/platform/database/tables.ts';

const name = 'auth.secret';

/** The secret that signs cookies and tokens: the configured one, or one made at the first start and shared by all processes. */
export async function readSecret({ settings, database }: Pick<Services, 'settings' | 'database'>): Promise<string> {
  if (settings.AUTH_SECRET) return settings.AUTH_SECRET;
  await database.orm
    .insert(systemValue)
    .values({ name, value: randomBytes(48).toString('base64url') })
    .onConflictDoNothing();
  const [row] = await database.orm.select().from(systemValue).where(eq(systemValue.name, name));
  if (!row) throw new Error('The secret was not kept.');
  return row.value;
}
