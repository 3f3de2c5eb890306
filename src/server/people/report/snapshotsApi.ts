import { reportSnapshotsContract } from '#shared/people/report/reportSnapshots.ts';
import { clubAsked } from '#server/platform/http/context.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { readCockpit } from './cockpit.ts';
import { writeProfile } from './profile.ts';
import { discard, freezeReport, submitReport, readSnapshots, release, snapshotFile } from './snapshots.ts';

const os = implementing(reportSnapshotsContract);

/** The report to the association: its state, freezing, files and submission. */
export const reportSnapshotsApi = os.router({
  cockpit: os.cockpit.handler(({ context, input }) => {
    const club = clubAsked(context, 'memberStatistic.read', input.club);
    return context.read((tx) => readCockpit(tx, club, input.keyDate));
  }),
  saveProfile: os.saveProfile.handler(({ context, input: { club: asked, ...profile } }) => {
    const club = clubAsked(context, 'memberStatistic.freeze', asked);
    return context.write(async (write) => {
      const saved = await writeProfile(write.tx, club, profile);
      write.audit('memberStatistic.freeze', { club, entity: 'members' }, 'Angaben zur Bestandserhebung geändert');
      write.changed({ collection: 'members', club });
      return saved;
    });
  }),
  list: os.list.handler(({ context, input }) => {
    const club = clubAsked(context, 'memberStatistic.read', input.club);
    return context.read((tx) => readSnapshots(tx, club));
  }),
  freeze: os.freeze.handler(({ context, input: { club: asked, ...wish } }) => {
    const club = clubAsked(context, 'memberStatistic.freeze', asked);
    return context.write((write) => freezeReport(context, write, { ...wish, club }));
  }),
  file: os.file.handler(({ context, input }) => context.write((write) => snapshotFile(context, write, input.id, input.format))),
  handIn: os.handIn.handler(({ context, input }) => context.write((write) => submitReport(context, write, input))),
  release: os.release.handler(({ context, input }) => context.write((write) => release(context, write, input))),
  discard: os.discard.handler(({ context, input }) =>
    context.write(async (write) => {
      await discard(context, write, input.id);
      return { ok: true } as const;
    }),
  ),
});
