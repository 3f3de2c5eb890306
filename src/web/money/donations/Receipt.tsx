import { germanDate } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import type { WholeReceipt } from '#shared/money/donations/contract.ts';
import { euroWords } from '#shared/money/donations/euroWords.ts';
import { receiptTexts } from '#shared/money/donations/receipt.ts';
import { donationKindNames } from '#shared/money/donations/words.ts';
import classes from './receipt.module.css';

/** A receipt for printing and signing: one page, and for a collective receipt a list of the donations. */
export function Receipt({ receipt: { no, issuedOn, cancelledAt, content } }: { receipt: WholeReceipt }) {
  const { settings, donorName, donorAddress, cents, lines, isCollective } = content;
  const texts = receiptTexts(content);
  return (
    <article className={classes['sheet']} aria-label={`${texts.title} Nr. ${no}`}>
      {cancelledAt && <p className={classes['void']}>UNGÜLTIG</p>}
      <p className={classes['issuer']}>{settings.issuer}</p>
      <h2 className={classes['title']}>{texts.title}</h2>
      <p className={classes['law']}>{texts.law}</p>
      <dl className={classes['facts']}>
        <dt>Name und Anschrift der zuwendenden Person</dt>
        <dd className={classes['lines']}>{`${donorName}\n${donorAddress}`}</dd>
        <dt>{isCollective ? 'Gesamtbetrag der Zuwendung' : 'Betrag der Zuwendung'}, in Ziffern und in Buchstaben</dt>
        <dd>
          <strong>{euros(cents)}</strong>, {euroWords(cents)}
        </dd>
        <dt>{isCollective ? 'Zeitraum der Sammelbestätigung' : 'Tag der Zuwendung'}</dt>
        <dd>
          {isCollective
            ? `${germanDate(lines[0]?.receivedOn ?? '')} bis ${germanDate(lines.at(-1)?.receivedOn ?? '')}`
            : germanDate(lines[0]?.receivedOn ?? '')}
        </dd>
      </dl>
      <p>{texts.waiver}</p>
      <p>{texts.notice}</p>
      <p>{texts.use}</p>
      <p>{texts.noFee}</p>
      {texts.once && <p>{texts.once}</p>}
      <p className={classes['signature']}>
        {settings.place}, {germanDate(issuedOn)}
        <span>{texts.unsigned || '(Ort, Datum und Unterschrift des Zuwendungsempfängers)'}</span>
      </p>
      <div className={classes['hints']}>
        <strong>Hinweis:</strong>
        {texts.hints.map((hint) => (
          <p key={hint}>{hint}</p>
        ))}
        <p>Bestätigung Nr. {no}</p>
      </div>
      {isCollective && <Annex receipt={{ no, lines, cents }} />}
    </article>
  );
}

function Annex({
  receipt: { no, lines, cents },
}: {
  receipt: Pick<WholeReceipt, 'no' | 'cents'> & Pick<WholeReceipt['content'], 'lines'>;
}) {
  return (
    <table className={classes['annex']}>
      <caption>Anlage zur Sammelbestätigung Nr. {no}</caption>
      <thead>
        <tr>
          <th>Tag der Zuwendung</th>
          <th>Art der Zuwendung</th>
          <th>Verzicht auf Erstattung von Aufwendungen</th>
          <th>Betrag</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ receivedOn, kind, cents: part }, at) => (
          // Rows of an issued receipt keep their positions.
          // oxlint-disable-next-line react/no-array-index-key
          <tr key={at}>
            <td>{germanDate(receivedOn)}</td>
            <td>{donationKindNames[kind] === donationKindNames.money ? 'Geldzuwendung' : 'Aufwandszuwendung'}</td>
            <td>{kind === 'waiver' ? 'ja' : 'nein'}</td>
            <td>{euros(part)}</td>
          </tr>
        ))}
        <tr>
          <th colSpan={3}>Gesamtsumme</th>
          <th>{euros(cents)}</th>
        </tr>
      </tbody>
    </table>
  );
}
