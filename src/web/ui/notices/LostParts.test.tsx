import { useQuery } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { repliesContract } from '#shared/courses/replies.ts';
import { trialsContract } from '#shared/courses/trials/trials.ts';
import { myAbsencesQuery } from '#web/courses/replies/queries.ts';
import { myTrialsQuery } from '#web/courses/trials/queries.ts';
import { refuse } from '#test/web/server.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { LostParts } from './LostParts.tsx';

function Parts() {
  const [trials, absences] = [useQuery(myTrialsQuery()), useQuery(myAbsencesQuery())];
  return (
    <>
      <LostParts
        of={[
          ['Schnupperstunden', trials],
          ['Abwesenheiten', absences],
        ]}
      />
      {trials.isSuccess && absences.isSuccess && <p>Alles da</p>}
    </>
  );
}

test('parts that were not loaded are named together, and one button asks for all of them again', async () => {
  const server = signIn(userOf('reader'));
  server.on(trialsContract.mine, () => refuse('unavailable')).on(repliesContract.absences, () => refuse('internal-error'));
  const hand = show(<Parts />);
  await hand.reads('Nicht geladen: Schnupperstunden, Abwesenheiten.');
  expect(document.querySelectorAll('[role=alert]').length).toBe(1);
  server.on(trialsContract.mine, []).on(repliesContract.absences, []);
  await hand.press('Noch einmal versuchen');
  await hand.reads('Alles da');
  expect(document.querySelector('[role=alert]')).toBeNull();
});

test('a part whose feature is off is not missed', async () => {
  signIn(userOf('reader'))
    .on(trialsContract.mine, () => refuse('not-found'))
    .on(repliesContract.absences, () => refuse('unavailable'));
  await show(<Parts />).reads('Nicht geladen: Abwesenheiten.');
});
