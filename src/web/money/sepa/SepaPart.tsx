import { Alert, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import type { Debit, SepaProposal, SepaRun } from '#shared/money/sepaRuns.ts';
import { saveFile } from '#web/lib/saveFile.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify, notifyProblem, notifyRefusal } from '#web/ui/notices/notices.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { RecordList, type Column } from '#web/ui/lists/RecordList.tsx';
import classes from '../charges/charges.module.css';
import { sepaProposalQuery, useSepaMutations } from '../charges/queries.ts';
import { ChoiceFields, type Chosen } from './ChoiceFields.tsx';
import { FaultList } from './FaultList.tsx';
import { SepaRuns } from './SepaRuns.tsx';

const noticeNames = { told: 'schon angekündigt', mail: 'per Mail mit dem Lauf', letter: 'Brief nötig: keine E-Mail-Adresse' } as const;

const columns: Column<Debit>[] = [
  { name: 'holder', label: 'Kontoinhaber', isName: true, cell: ({ holder }) => holder },
  { name: 'account', label: 'Konto', cell: ({ account }) => <span className={classes['amount']}>{account}</span> },
  {
    name: 'mandate',
    label: 'Mandat',
    isOneLine: true,
    cell: ({ mandate, sequence }) => `${mandate}${sequence === 'OOFF' ? ' (einmalig)' : ''}`,
  },
  { name: 'charges', label: 'Forderungen', cell: wordsOf },
  { name: 'notice', label: 'Ankündigung', cell: ({ notice }) => noticeNames[notice] },
  { name: 'cents', label: 'Betrag', isNumber: true, cell: ({ cents }) => <strong className={classes['amount']}>{euros(cents)}</strong> },
];

/** Direct debits: the preview with its obstacles, and past runs. */
export function SepaPart() {
  const [choice, setChoice] = useState<Chosen>({});
  const query = useQuery(sepaProposalQuery(choice));
  const { data } = query;
  const { create, file } = useSepaMutations();
  if (!data) return <Loading query={query} />;
  const { missing, earliest, collectionDate, debits, totalCents, creditCents, faults, later, nextDue } = data;
  const why =
    missing.length > 0
      ? `In den Einstellungen fehlt: ${missing.join(', ')}.`
      : debits.length === 0 && `Zum ${germanDate(collectionDate)} ist nichts einzuziehen. Bitte wählen Sie einen anderen Tag.`;
  const submit = () =>
    confirm({
      title: 'Lastschriftlauf anlegen?',
      text: `${countOf(debits.length)} über zusammen ${euros(totalCents)} zum ${germanDate(collectionDate)}. ${noticeWords(debits)}`,
      action: 'Anlegen',
      onConfirm: () =>
        create.mutate(
          { ...choice, collectionDate },
          {
            onSuccess: (run) => {
              setChoice({});
              notify(`Der Lauf ist angelegt. ${nextStepOf(run)}`);
              if (isForBank(run)) file.mutate(run.id, { onSuccess: saveFile, onError: notifyProblem });
            },
          },
        ),
    });
  return (
    <>
      {missing.length > 0 && (
        <Alert color="waiting" title="Für Lastschriften fehlt in den Einstellungen">
          {missing.join(', ')}. Das trägt der Vorstand unter „Einstellungen“ ein.
        </Alert>
      )}
      <Group gap="sm" align="flex-end" className="no-print">
        <ChoiceFields value={choice} day={collectionDate} earliest={earliest} onChange={setChoice} />
        <Button loading={create.isPending} onClick={why ? () => notifyRefusal(why) : submit}>
          Lastschriftlauf anlegen
        </Button>
      </Group>
      <Text size="sm" c="dimmed" component="output">
        {countOf(debits.length)} über zusammen {euros(totalCents)}; frühestens am {germanDate(earliest)} (Vorlauf der Bank und
        Ankündigungsfrist), nur an Banktagen.{creditCents > 0 && ` Vorher werden ${euros(creditCents)} Guthaben verrechnet.`}
      </Text>
      <FormProblem error={create.error} />
      {later > 0 && <Text size="sm">Mehr als 20.000 Forderungen: {later.toLocaleString('de-DE')} kommen in den nächsten Lauf.</Text>}
      <FaultList faults={faults} choice={choice} />
      <RecordList
        label="Was eingezogen wird"
        columns={columns}
        rows={debits}
        keyOf={({ mandate }) => mandate}
        renderCard={(row) => <DebitCard row={row} />}
        empty={
          <EmptyState icon="building-bank" title="Bis zu diesem Tag ist nichts einzuziehen.">
            {nextDue ? (
              <NextDue next={nextDue} onDay={(day) => setChoice({ ...choice, collectionDate: day, dueUntil: undefined })} />
            ) : (
              <p>Offene Forderungen mit Lastschriftmandat erscheinen hier, sobald sie fällig sind.</p>
            )}
          </EmptyState>
        }
      />
      <SepaRuns />
    </>
  );
}

type NextDueProps = { next: NonNullable<SepaProposal['nextDue']>; onDay: (day: string) => void };

/** What becomes due next, and the way there. */
function NextDue({ next: { day, charges, cents }, onDay }: NextDueProps) {
  return (
    <>
      <p>
        Die nächsten: {charges === 1 ? '1 Forderung' : `${charges.toLocaleString('de-DE')} Forderungen`} über {euros(cents)}, fällig zum{' '}
        {germanDate(day)}.
      </p>
      <Button variant="default" onClick={() => onDay(day)}>
        Am {germanDate(day)} einziehen
      </Button>
    </>
  );
}

function DebitCard({ row }: { row: Debit }) {
  return (
    <span className={classes['card']}>
      <strong>{row.holder}</strong>
      <span className={classes['quiet']}>
        {row.account} · {row.mandate}
      </span>
      <span className={classes['quiet']}>{wordsOf(row)}</span>
      <span className={classes['quiet']}>Ankündigung: {noticeNames[row.notice]}</span>
      <strong>{euros(row.cents)}</strong>
    </span>
  );
}

function wordsOf({ charges }: Debit): string {
  return charges.map(({ label, name }) => `${label} (${name})`).join('; ');
}

/** Whether the file of a new run can go to the bank at once. */
function isForBank({ needsOther, letters }: SepaRun): boolean {
  return !needsOther && letters.length === 0;
}

function nextStepOf(run: SepaRun): string {
  if (isForBank(run)) return 'Die Datei für die Bank wird heruntergeladen.';
  return run.needsOther ? 'Eine zweite Person reicht ihn ein.' : 'Verschicken Sie nun die Briefe und laden Sie dann die Datei herunter.';
}

function countOf(count: number): string {
  return count === 1 ? '1 Lastschrift' : `${count} Lastschriften`;
}

/** How the payers will be notified, shown before the run. */
function noticeWords(debits: readonly Debit[]): string {
  const count = (of: Debit['notice']) => debits.filter(({ notice }) => notice === of).length;
  const [mails, letters] = [count('mail'), count('letter')];
  return [
    mails > 0 && (mails === 1 ? 'Eine Mail kündigt sie jetzt an.' : `${mails} Mails kündigen sie jetzt an.`),
    letters > 0 &&
      `${letters} ${letters === 1 ? 'Zahler hat' : 'Zahler haben'} keine E-Mail-Adresse und ${letters === 1 ? 'braucht' : 'brauchen'} einen Brief.`,
    mails + letters === 0 && 'Alle wissen schon Bescheid.',
  ]
    .filter(Boolean)
    .join(' ');
}
