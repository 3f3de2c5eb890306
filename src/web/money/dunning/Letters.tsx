import { useQuery } from '@tanstack/react-query';
import { germanDate } from '#shared/kernel/calendar.ts';
import { ibanInFours } from '#shared/kernel/iban.ts';
import { euros } from '#shared/kernel/money.ts';
import { namedLabel } from '#shared/money/chargeWords.ts';
import type { SentNotice, SentRun } from '#shared/money/dunning/contract.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { GiroCode } from '#web/ui/codes/GiroCode.tsx';
import { Letter, LetterPages } from '../letters/LetterPages.tsx';
import classes from '../letters/letters.module.css';
import { sentRunQuery } from './queries.ts';

/** The letters of a run, one printed page each. */
export function Letters({ runId, onBack }: { runId: string; onBack: () => void }) {
  const query = useQuery(sentRunQuery(runId));
  const { data } = query;
  if (!data) return <Loading query={query} />;
  const letters = data.notices.filter(({ byLetter }) => byLetter);
  return (
    <LetterPages letters={letters} onBack={onBack}>
      {letters.map((notice) => (
        <NoticeLetter key={notice.payerId} notice={notice} sent={data} />
      ))}
    </LetterPages>
  );
}

function NoticeLetter({ notice, sent: { sender, run } }: { notice: SentNotice; sent: SentRun }) {
  const { name, address, levelName, text, lines, cents, feeCents, dueOn, reference } = notice;
  const sum = cents + feeCents;
  return (
    <Letter title={levelName} sender={sender.name} name={name} address={address} day={germanDate(run.createdOn)}>
      <p>{text}</p>
      <table className={classes['lines']}>
        <thead>
          <tr>
            <th>Wofür</th>
            <th>Fällig seit</th>
            <th>Betrag</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.reference}>
              <td>
                {namedLabel(line)} ({line.reference})
              </td>
              <td>{germanDate(line.dueOn)}</td>
              <td>{euros(line.cents)}</td>
            </tr>
          ))}
          {feeCents > 0 && (
            <tr>
              <td colSpan={2}>Mahngebühr</td>
              <td>{euros(feeCents)}</td>
            </tr>
          )}
          <tr>
            <th colSpan={2}>Zusammen</th>
            <th>{euros(sum)}</th>
          </tr>
        </tbody>
      </table>
      <p>
        Bitte zahlen Sie {euros(sum)} bis zum {germanDate(dueOn)}
        {sender.iban && ` an ${sender.name}, IBAN ${ibanInFours(sender.iban)}, Verwendungszweck ${reference}`}. Haben Sie gerade bezahlt?
        Dann hat sich dieser Brief erledigt.
      </p>
      {sender.iban && <GiroCode name={sender.name} iban={sender.iban} cents={sum} reference={reference} />}
    </Letter>
  );
}
