import { Alert, Anchor, List, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { germanDate } from '#shared/kernel/calendar.ts';
import { pages } from '#shared/kernel/pages.ts';
import { euros } from '#shared/kernel/money.ts';
import type { FeePreview } from '#shared/money/fees/feePreview.ts';
import { today } from '#web/lib/berlinDay.ts';
import classes from '../mandates/mandates.module.css';
import { Name, Why } from './FaultLines.tsx';

const faultsShown = 20;

type PreviewSummaryProps = { preview: FeePreview; period: { from: string; to: string }; tells: boolean };

/** The figures of a run before booking: sums, corrections, and persons who cannot be charged or notified. */
export function PreviewSummary({ preview, period: { from, to }, tells }: PreviewSummaryProps) {
  const { newLines, newCents, people, payers, debitCents, unfinished, same, letters, faults, faultCount } = preview;
  return (
    <>
      <Text className={classes['onPaper']}>
        Vorschau des Beitragslaufs {germanDate(from)} bis {germanDate(to)}, Stand {germanDate(today())}
      </Text>
      <Text component="output">
        {newLines === 0 ? (
          'In diesen Monaten ist nichts Neues zu fordern.'
        ) : (
          <>
            <strong>{countOf(newLines)}</strong> über <strong>{euros(newCents)}</strong> für {membersOf(people)} und{' '}
            {payers.toLocaleString('de-DE')} Zahler; davon {euros(debitCents)} per Lastschrift.
          </>
        )}
        {same > 0 && ` ${same === 1 ? '1 Zeile ist' : `${same.toLocaleString('de-DE')} Zeilen sind`} schon gefordert.`}
      </Text>
      {unfinished > 0 && (
        <Text size="sm">
          {unfinished === 1 ? 'Bei einem Zahler ist das Mandat' : `Bei ${unfinished.toLocaleString('de-DE')} Zahlern ist das Mandat`}{' '}
          unvollständig oder ruht; dort wird nichts eingezogen.{' '}
          <Anchor inherit className="no-print" renderRoot={(props) => <Link {...props} to={pages.adminMandates.path} />}>
            Mandate ansehen
          </Anchor>
        </Text>
      )}
      <Corrections preview={preview} />
      {faultCount > 0 && (
        <Alert color="waiting" title={faultsWords(faultCount)}>
          <List size="sm">
            {faults.slice(0, faultsShown).map((fault, at) => (
              <List.Item key={`${fault.memberId} ${at}`}>
                <Name fault={fault} />: <Why fault={fault} />
              </List.Item>
            ))}
          </List>
          {faultCount > faultsShown && <Text size="sm">und {(faultCount - faultsShown).toLocaleString('de-DE')} weitere</Text>}
        </Alert>
      )}
      {tells && letters.count > 0 && (
        <Text size="sm">
          {letters.count === 1
            ? 'Ein Zahler hat keine E-Mail-Adresse; der Brief an ihn lässt'
            : `${letters.count.toLocaleString('de-DE')} Zahler haben keine E-Mail-Adresse; die Briefe an sie lassen`}{' '}
          sich nach dem Buchen drucken: {letters.names.join(', ')}
          {letters.count > letters.names.length && ' …'}
        </Text>
      )}
    </>
  );
}

function Corrections({ preview: { corrections, correctionCents, toCheck } }: { preview: FeePreview }) {
  const all = corrections + toCheck;
  if (all === 0) return null;
  const words = all === 1 ? 'Eine Zeile weicht' : `${all.toLocaleString('de-DE')} Zeilen weichen`;
  return (
    <Alert color="waiting" title={`${words} von dem ab, was schon gefordert ist`}>
      {corrections > 0 && (
        <Text size="sm">
          {corrections.toLocaleString('de-DE')} {corrections === 1 ? 'gleicht' : 'gleichen'} dieser Lauf aus (zusammen{' '}
          {euros(correctionCents)}): Was niemand bezahlt hat, wird storniert und neu gefordert; von Raten und Teilzahlungen entfällt zuerst,
          was noch offen ist; was zu viel bezahlt ist, wird eine Erstattung; was fehlt, wird nachgefordert.
        </Text>
      )}
      {toCheck > 0 && (
        <Text size="sm">
          {toCheck.toLocaleString('de-DE')} {toCheck === 1 ? 'wartet' : 'warten'}, weil ein Einzug läuft, jemand anders eine Rate zahlt oder
          der Zeitraum hier kürzer ist.
        </Text>
      )}
    </Alert>
  );
}

/** Of somebody with a base fee, the fee of a department or that of entry may be missing. */
function faultsWords(count: number): string {
  return count === 1 ? 'Ein Beitrag lässt sich nicht fordern' : `${count.toLocaleString('de-DE')} Beiträge lassen sich nicht fordern`;
}

function membersOf(count: number): string {
  return count === 1 ? '1 Mitglied' : `${count.toLocaleString('de-DE')} Mitglieder`;
}

/** "1 Forderung", "12 Forderungen". */
export function countOf(count: number): string {
  return count === 1 ? '1 Forderung' : `${count.toLocaleString('de-DE')} Forderungen`;
}
