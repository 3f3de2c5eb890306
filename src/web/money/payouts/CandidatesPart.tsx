import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import { pages } from '#shared/kernel/pages.ts';
import { euros, sumOfCents } from '#shared/kernel/money.ts';
import type { PayoutCandidate } from '#shared/money/payouts/contract.ts';
import { payoutSourceNames } from '#shared/money/payouts/words.ts';
import { AccountChoice } from '#web/club/parts/AccountChoice.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { RecordList, type Column } from '#web/ui/lists/RecordList.tsx';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { notify, notifyProblem, notifyRefusal } from '#web/ui/notices/notices.tsx';
import classes from '../mandates/mandates.module.css';
import { AccountDialog } from './AccountDialog.tsx';
import { payoutProposalQuery, usePayoutMutations } from './queries.ts';

/** Refunds, credit, approved hours and expenses to be paid out; selected ones go into one file. */
export function CandidatesPart({ onMade }: { onMade: () => void }) {
  const [accountId, setAccountId] = useState<string>();
  const query = useQuery(payoutProposalQuery(accountId));
  const { data, refetch } = query;
  const { create } = usePayoutMutations();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<PayoutCandidate>();
  if (!data) return <Loading query={query} />;
  const chosen = data.candidates.filter((one) => selected.has(keyOf(one)) && isPayable(one));
  const totalCents = sumOfCents(chosen);
  const people = new Set(chosen.map(({ payeeId }) => payeeId)).size;
  const why =
    data.missing.length > 0
      ? `Zuerst fehlt das Konto des Vereins: ${data.missing.join(', ')}.`
      : chosen.length === 0 && 'Bitte haken Sie zuerst an, was auszuzahlen ist.';
  const submit = () =>
    confirm({
      title: 'Sammelüberweisung anlegen?',
      text: `${people === 1 ? '1 Überweisung' : `${people} Überweisungen`} über zusammen ${euros(totalCents)}. Gezahlt wird erst, wenn Sie die Datei bei der Bank einreichen.`,
      action: 'Anlegen',
      onConfirm: () =>
        create.mutate(
          { chosen: chosen.map(({ source, sourceId }) => ({ source, sourceId })), totalCents, accountId },
          { onSuccess: () => (notify('Die Sammelüberweisung ist angelegt.'), onMade()) },
        ),
    });
  return (
    <Stack gap="sm">
      {data.missing.length > 0 && (
        <Text size="sm">
          Zuerst fehlt noch das Konto des Vereins: {data.missing.join(', ')}. Es steht in den{' '}
          <Anchor component={Link} to={pages.adminConfig.path} hash="bank" underline="always" inherit>
            Einstellungen
          </Anchor>
          .
        </Text>
      )}
      <FormProblem error={create.error} onReload={() => (create.reset(), void refetch())} />
      {data.candidates.length > 0 && (
        <Group align="flex-end">
          <AccountChoice label="Vom Konto" use="isPay" value={accountId} onChange={setAccountId} />
          <Button loading={create.isPending} onClick={why ? () => notifyRefusal(why) : submit}>
            {chosen.length === 0 ? 'Auszahlen …' : `${euros(totalCents)} auszahlen …`}
          </Button>
          <Text size="sm">Ausführung frühestens am {germanDate(data.executionOn)}</Text>
        </Group>
      )}
      <AskForAccounts candidates={data.candidates} />
      <RecordList
        label="Auszuzahlen"
        columns={columnsOf(setAsked)}
        rows={data.candidates}
        keyOf={keyOf}
        renderCard={(row) => (
          <div className={classes['row']}>
            <strong>{row.name}</strong>
            <span className={classes['quiet']}>{whatFor(row)}</span>
            <strong>{euros(row.cents)}</strong>
            <Account row={row} onAsk={setAsked} />
          </div>
        )}
        selection={{ selected, onSelect: setSelected, isSelectable: isPayable, nameOf: ({ name, label }) => `${name}, ${label}` }}
        empty={
          <EmptyState icon="check" title="Nichts auszuzahlen.">
            <p>Hier stehen Erstattungen, Guthaben, freigegebene Stunden und genehmigte Auslagen.</p>
          </EmptyState>
        }
      />
      <AccountDialog payee={asked} onClose={() => setAsked(undefined)} />
    </Stack>
  );
}

/** Asks all persons with a missing account for it. */
function AskForAccounts({ candidates }: { candidates: readonly PayoutCandidate[] }) {
  const { askForAccounts } = usePayoutMutations();
  const count = new Set(
    candidates.flatMap(({ account, isOrganisation, payeeId }) => (account === null && !isOrganisation ? [payeeId] : [])),
  ).size;
  if (count === 0) return null;
  const ask = () =>
    askForAccounts.mutate(undefined, {
      onSuccess: ({ told, withoutAddress }) =>
        notify(
          `${told === 1 ? '1 Person ist' : `${told} Personen sind`} per Mail gefragt.${withoutAddress > 0 ? ` Ohne E-Mail-Adresse: ${withoutAddress}.` : ''}`,
        ),
      onError: notifyProblem,
    });
  return (
    <Group gap="xs">
      <Text size="sm">{count === 1 ? 'Ein Konto fehlt noch.' : `${count} Konten fehlen noch.`}</Text>
      <Button variant="default" size="compact-md" loading={askForAccounts.isPending} onClick={ask}>
        Per Mail danach fragen
      </Button>
    </Group>
  );
}

function columnsOf(onAsk: (row: PayoutCandidate) => void): Column<PayoutCandidate>[] {
  return [
    { name: 'name', label: 'An', isName: true, cell: ({ name }) => name },
    { name: 'source', label: 'Art', cell: ({ source }) => payoutSourceNames[source] },
    { name: 'label', label: 'Wofür', cell: ({ label }) => label },
    {
      name: 'cents',
      label: 'Betrag',
      isNumber: true,
      cell: ({ cents }) => <strong style={{ whiteSpace: 'nowrap' }}>{euros(cents)}</strong>,
    },
    { name: 'account', label: 'Konto', cell: (row) => <Account row={row} onAsk={onAsk} /> },
  ];
}

/** The recipient's account or what is missing, with a button to enter it. */
function Account({ row, onAsk }: { row: PayoutCandidate; onAsk: (row: PayoutCandidate) => void }) {
  const words = row.account ? 'Konto ändern' : 'Konto eintragen';
  return (
    <Group gap="xs">
      <span>
        {row.account}
        {row.origin === 'mandate' && <span className={classes['quiet']}> (vom Mandat)</span>}
        {row.fault && <span className={classes['quiet']}> {row.fault}</span>}
      </span>
      {!row.isOrganisation && (
        <Button variant="default" size="compact-md" aria-label={`${words}: ${row.name}`} onClick={() => onAsk(row)}>
          {words}
        </Button>
      )}
    </Group>
  );
}

/** A card has no column for the kind, and most labels begin with it. */
function whatFor({ source, label }: PayoutCandidate): string {
  const kind = payoutSourceNames[source];
  return label.startsWith(kind) ? label : `${kind}: ${label}`;
}

function keyOf({ source, sourceId }: PayoutCandidate): string {
  return `${source} ${sourceId}`;
}

function isPayable({ fault }: PayoutCandidate): boolean {
  return fault === '';
}
