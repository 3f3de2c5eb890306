import { randomBytes } from 'node:crypto';
import type { Services } from '#server/platform/http/context.ts';
import { keepSystemValue } from '#server/platform/database/systemValues.ts';

const name = 'auth.secret';

/** The secret that signs cookies and tokens: the configured one, or one made at the first start and shared by all processes. */
export async function readSecret({ settings, database }: Pick<Services, 'settings' | 'database'>): Promise<string> {
  if (settings.AUTH_SECRET) return settings.AUTH_SECRET;
  return keepSystemValue(database, name, randomBytes(48).toString('base64url'));
}
