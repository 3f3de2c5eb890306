import path from 'node:path';
import { openStorage } from '../../../src/web/lib/storage/storage.ts';
import { ask, boardToken, filesBelow, objectUrl, paper } from '../../stage/files.ts';
import { seeded } from '../../stage/people.ts';
import { atMost, inFolder, none, onStage, type Proof } from '../proof.ts';
import { testWorld } from '../../storageClient.ts';

/** The server killed at random moments of uploads of 20 MB. */
export const proof: Proof = {
  goal: 'kill -9 at a random byte of 20 MB, 10 times: equal bytes, and at most one chunk sent again (--rounds 10)',
  run: ({ number }) =>
    inFolder((folder) =>
      onStage(async ({ database, startProduct }) => {
        const random = seeded(3);
        const bytes = paper(20 * 1024 * 1024, 8);
        const env = { DATA_DIR: folder };
        let product = await startProduct({ env });
        const { port } = product;
        const token = await boardToken(database, port);
        const different: string[] = [];
        let mostChunksAgain = 0;
        for (let round = 0; round < number('rounds', 10); round++) {
          const name = `RWA/members/prove/${round}.pdf`;
          const killAt = Math.floor(random() * bytes.length);
          let restarting: Promise<void> | undefined;
          const world = testWorld(
            port,
            () => token,
            async (request, pass) => {
              const offset = Number(request.headers['X-Goog-Upload-Offset'] ?? Number.NaN);
              const size = request.body instanceof Blob ? request.body.size : 0;
              if (restarting || !(offset <= killAt && killAt < offset + size)) {
                await restarting;
                return pass(request);
              }
              const answer = pass(request);
              restarting = (async () => {
                // Somewhere between the arrival of the chunk and its answer.
                await new Promise((resolve) => setTimeout(resolve, random() * 60));
                await product.stop('SIGKILL');
                product = await startProduct({ env: { ...env, PORT: String(port) } });
              })();
              return answer;
            },
          );
          const stored = await openStorage(world, { bucket: 'club-files' }).upload(name, new Blob([new Uint8Array(bytes)])).done;
          await restarting;
          const read = await ask(port, 'GET', objectUrl(name, '?alt=media'), { token });
          if (stored.size !== bytes.length || !read.bytes.equals(bytes)) different.push(`killed at ${killAt}`);
          const sent = world.sent.reduce((sum, chunk) => sum + chunk.bytes, 0);
          const largest = Math.max(...world.sent.map((chunk) => chunk.bytes));
          mostChunksAgain = Math.max(mostChunksAgain, (sent - bytes.length) / largest);
        }
        const halves = filesBelow(path.join(folder, 'files/incoming'));
        return [
          none('files with other bytes', different),
          atMost('chunks sent again', mostChunksAgain, 1),
          atMost('halves left for the sweep', halves.length, number('rounds', 10)),
        ];
      }),
    ),
};
