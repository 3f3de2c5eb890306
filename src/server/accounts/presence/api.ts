import { presenceContract, sharedRecords } from '#shared/accounts/presence.ts';
import { may } from '#shared/kernel/rights.ts';
import { deletionOf } from '#server/club/bin/service.ts';
import { lastSaveOf } from '#server/platform/http/lastSave.ts';
import { signedIn, targetOf } from '#server/platform/http/context.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Presence } from '#server/platform/presence.ts';

const os = implementing(presenceContract);

/** Endpoints of who has the same record open. The club is part of what is compared, so nobody sees who works for another one. */
export const presenceApi = (presence: Presence) =>
  os.router({
    tell: os.tell.handler(async ({ context, input: { kind, record, club, isChanging } }) => {
      const { userId, name, role } = signedIn(context);
      if (!may({ role }, sharedRecords[kind], targetOf(context, club))) return { others: [], saved: null, deleted: null };
      const key = `${club}:${kind}:${record}`;
      const at = now().getTime();
      await presence.tell({ record: key, userId, name, isChanging, at });
      const others = presence.others(key, userId, at).map(({ name: other, isChanging: changes }) => ({ name: other, isChanging: changes }));
      return context.read(async (tx) => ({
        others,
        saved: await lastSaveOf(tx, record, userId, club),
        deleted: await deletionOf(tx, club, record),
      }));
    }),
  });
