import { z } from 'zod';
import { now } from '#server/platform/process/clock.ts';

/** What the provider states about how the person signed in. */
export type Proved = {
  /** When the person last authenticated, capped at now; undefined if the provider does not say. */
  provedAt: Date | undefined;
  /** Set when the provider also checked a second factor. */
  factorProvedAt: Date | undefined;
};

const claims = z.object({
  sub: z.string().optional().catch(undefined),
  auth_time: z.number().optional().catch(undefined),
  acr: z.string().optional().catch(undefined),
  amr: z.array(z.string()).catch([]),
});

/**
 * Reads an id token whose signature the identity library has verified. Only the claim auth_time makes a session fresh: neither an existing
 * session at the provider nor a request from which the prompt was removed does. Which acr and amr values mean a second factor is
 * configured, because only the operator knows what the provider means by them.
 */
export function provedIn(idToken: string | undefined, wanted: { acr: readonly string[]; amr: readonly string[] }): Proved {
  const said = claimsOf(idToken);
  const hasFactor = said !== undefined && (wanted.acr.includes(said.acr ?? '') || said.amr.some((one) => wanted.amr.includes(one)));
  return {
    provedAt: said?.auth_time === undefined ? undefined : new Date(Math.min(said.auth_time * 1000, now().getTime())),
    factorProvedAt: hasFactor ? now() : undefined,
  };
}

/** Whom a verified id token names; null without one. */
export function subjectOf(idToken: string | undefined): string | null {
  return claimsOf(idToken)?.sub ?? null;
}

function claimsOf(idToken: string | undefined) {
  return claims.safeParse(JSON.parse(Buffer.from(idToken?.split('.')[1] ?? '', 'base64url').toString() || 'null')).data;
}
