import { api } from '#web/lib/call/call.ts';

let kept: { token: string; expiresMs: number } | undefined;

/** The token of the app-check header; cached until a minute before it expires. */
export async function appToken(): Promise<string> {
  if (!kept || Date.now() > kept.expiresMs - 60_000) {
    const { token, expiresAt } = await api.files.appToken();
    kept = { token, expiresMs: Date.parse(expiresAt) };
  }
  return kept.token;
}

/** Drops a token that the server refused. */
export function forgetAppToken(): void {
  kept = undefined;
}
