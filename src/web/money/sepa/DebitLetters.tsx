import { useQuery } from '@tanstack/react-query';
import { germanDate } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import { namedLabel } from '#shared/money/chargeWords.ts';
import type { DebitLetter, LettersOfRun } from '#shared/money/sepaRuns.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { notifyProblem } from '#web/ui/notices/notices.tsx';
import { runLettersQuery, useSepaMutations } from '../charges/queries.ts';
import { Letter, LetterPages, notifyPosted, Posted } from '../letters/LetterPages.tsx';
import classes from '../letters/letters.module.css';

/** Pre-notifications of a run for payers without an email address, one printed page each. */
export function DebitLetters({ runId, onBack }: { runId: string; onBack: () => void }) {
  const query = useQuery(runLettersQuery(runId));
  const { postLetters } = useSepaMutations();
  const { data } = query;
  if (!data) return <Loading query={query} />;
  const post = (isPosted: boolean) =>
    postLetters.mutate({ id: runId, isPosted }, { onSuccess: () => notifyPosted(isPosted, () => post(false)), onError: notifyProblem });
  return (
    <LetterPages
      letters={data.letters}
      onBack={onBack}
      actions={<Posted postedOn={data.postedOn} isBusy={postLetters.isPending} onPost={() => post(true)} />}
    >
      {data.letters.map((letter) => (
        <AnnouncedDebits key={letter.payerId} letter={letter} run={data} />
      ))}
    </LetterPages>
  );
}

function AnnouncedDebits({ letter: { name, address, debits }, run }: { letter: DebitLetter; run: LettersOfRun }) {
  const day = germanDate(run.collectionDate);
  return (
    <Letter
      title={`Ankündigung der Lastschrift am ${day}`}
      sender={run.creditorName}
      name={name}
      address={address}
      day={germanDate(run.createdOn)}
    >
      {debits.map(({ mandate, account, cents, lines }) => (
        <section key={mandate}>
          <p>
            wir ziehen am {day} {euros(cents)} von Ihrem Konto {account} ein:
          </p>
          <table className={classes['lines']}>
            <thead>
              <tr>
                <th>Wofür</th>
                <th>Betrag</th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <tr key={line.reference}>
                  <td>
                    {namedLabel(line)} ({line.reference})
                  </td>
                  <td>{euros(line.cents)}</td>
                </tr>
              ))}
              <tr>
                <th>Zusammen</th>
                <th>{euros(cents)}</th>
              </tr>
            </tbody>
          </table>
          <p>
            Mandatsreferenz: {mandate}
            <br />
            Gläubiger-Identifikationsnummer: {run.creditorId}
          </p>
        </section>
      ))}
      <p>Bitte sorgen Sie für die Deckung des Kontos.</p>
      <p>{run.creditorName}</p>
    </Letter>
  );
}
