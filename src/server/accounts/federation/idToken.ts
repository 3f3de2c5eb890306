import { z } from 'zod';
import { now } from '#server/platform/process/clock.ts';

/** The provider's statement about how the person signed in. */
export type Proved = {
  /** When the person last proved who they are, never later than now; undefined where the provider does not say. */
  provedAt: Date | undefined;
  /** Set when the provider asked for a second factor as well. */
  factorProvedAt: Date | undefined;
};

const claims = z.object({
  auth_time: z.number().optional().catch(undefined),
  acr: z.string().optional().catch(undefined),
  amr: z.array(z.string()).catch([]),
});

/**
 * Reads an id token whose signature the identity library has checked. A provider that merely knows its visitor again proves
 * nothing fresh (claim auth_time), nor does an address in which somebody struck out that it should ask. A second factor is
 * what the settings name, and nothing by itself: what a provider means by its words (acr, amr) only its operator knows.
 */
export function provedIn(idToken: string | undefined, wanted: { acr: readonly string[]; amr: readonly string[] }): Proved {
  const said = claims.safeParse(JSON.parse(Buffer.from(idToken?.split('.')[1] ?? '', 'base64url').toString() || 'null')).data;
  const hasFactor = said !== undefined && (wanted.acr.includes(said.acr ?? '') || said.amr.some((one) => wanted.amr.includes(one)));
  return {
    provedAt: said?.auth_time === undefined ? undefined : new Date(Math.min(said.auth_time * 1000, now().getTime())),
    factorProvedAt: hasFactor ? now() : undefined,
  };
}
