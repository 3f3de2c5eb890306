import { Button, Checkbox, Group } from '@mantine/core';
import { useState } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { euros } from '#shared/kernel/money.ts';
import type { Donation, Receipt } from '#shared/money/donations/contract.ts';
import { donationKindNames } from '#shared/money/donations/words.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { notify, notifyProblem, notifyRefusal } from '#web/ui/notices/notices.tsx';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import classes from './donations.module.css';
import { useDonationMutations } from './queries.ts';

type DonationListProps = {
  club: ClubName;
  donations: readonly Donation[];
  /** Whether the club may issue receipts. */
  mayIssue: boolean;
  onEdit: (donation: Donation) => void;
  onReceipt: (id: string) => void;
};

/** The donations of a year; those without a receipt can be selected for one, and each donor gets an own one. */
export function DonationList({ club, donations, mayIssue, onEdit, onReceipt }: DonationListProps) {
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const { issue } = useDonationMutations();
  const open = donations.filter(({ receiptNo }) => receiptNo === null);
  const chosen = open.filter(({ id }) => ticked.includes(id));
  if (donations.length === 0)
    return (
      <EmptyState icon="gift" title="In diesem Jahr noch keine Spende.">
        <p>Mitgliedsbeiträge und Kursgebühren sind keine Spenden: Sie werden nicht bestätigt.</p>
      </EmptyState>
    );
  const make = () =>
    issue.mutate(
      { donationIds: chosen.map(({ id }) => id), club },
      {
        onSuccess: (issued) => {
          setTicked([]);
          notify(issuedWords(issued));
          const [first] = issued;
          if (first && issued.length === 1) onReceipt(first.id);
        },
        onError: notifyProblem,
      },
    );
  return (
    <>
      {open.length > 1 && (
        <Checkbox
          mb="sm"
          label={`Alle ohne Bestätigung (${open.length})`}
          checked={chosen.length === open.length}
          indeterminate={chosen.length > 0 && chosen.length < open.length}
          onChange={({ currentTarget }) => setTicked(currentTarget.checked ? open.map(({ id }) => id) : [])}
        />
      )}
      <ul className={classes['rows']}>
        {donations.map((one) => (
          <Row
            key={one.id}
            donation={one}
            isTicked={ticked.includes(one.id)}
            onTick={(isOn) => setTicked(isOn ? [...ticked, one.id] : ticked.filter((id) => id !== one.id))}
            onEdit={() => onEdit(one)}
          />
        ))}
      </ul>
      {open.length > 0 && (
        <Group mt="sm">
          <Button disabled={chosen.length === 0} loading={issue.isPending} onClick={mayIssue ? make : () => notifyRefusal(settingsLacking)}>
            {actionFor(chosen)}
          </Button>
        </Group>
      )}
    </>
  );
}

const settingsLacking = 'Zuerst fehlen noch Angaben des Finanzamts. Sie stehen weiter unten auf dieser Seite.';

/** Each donor gets a receipt; several donations of one donor make it a collective one. */
function actionFor(chosen: readonly Donation[]): string {
  if (chosen.length === 0) return 'Keine Spende ausgewählt';
  if (chosen.length === 1) return 'Bestätigung ausstellen';
  const donors = new Set(chosen.map(({ donorName, donorAddress }) => `${donorName}\n${donorAddress}`)).size;
  return donors === 1 ? `Sammelbestätigung über ${chosen.length} Spenden` : `${donors} Bestätigungen ausstellen`;
}

function issuedWords(issued: readonly Receipt[]): string {
  const [first, last] = [issued[0]?.no ?? '', issued.at(-1)?.no ?? ''];
  if (issued.length === 1) return `Bestätigung Nr. ${first} ist ausgestellt.`;
  return `${issued.length} Bestätigungen sind ausgestellt, Nr. ${first} bis ${last}. Zum Drucken stehen sie unter „Ausgestellte Bestätigungen“.`;
}

type RowProps = { donation: Donation; isTicked: boolean; onTick: (isOn: boolean) => void; onEdit: () => void };

function Row({ donation, isTicked, onTick, onEdit }: RowProps) {
  const { donorName, cents, receivedOn, kind, note, receiptNo, isLocked } = donation;
  const { remove } = useDonationMutations();
  const mayChange = receiptNo === null && !isLocked;
  const ask = () =>
    confirm({
      title: 'Spende löschen?',
      text: `${donorName}, ${euros(cents)}, ${germanDate(receivedOn)}. Das steht danach nur noch im Protokoll.`,
      action: 'Löschen',
      onConfirm: () => remove.mutate({ id: donation.id }, { onSuccess: () => notify('Die Spende ist gelöscht.'), onError: notifyProblem }),
    });
  return (
    <li className={classes['row']}>
      {receiptNo === null ? (
        <Checkbox
          aria-label={`${donorName}, ${euros(cents)} auswählen`}
          checked={isTicked}
          onChange={({ currentTarget }) => onTick(currentTarget.checked)}
        />
      ) : (
        <span />
      )}
      <span className={classes['words']}>
        <strong>{donorName}</strong>
        <span className={classes['quiet']}>
          {[germanDate(receivedOn), kind === 'waiver' && donationKindNames.waiver, note].filter(Boolean).join(' · ')}
        </span>
        {receiptNo ? (
          <StateMark tone="good">{`Bestätigt, Nr. ${receiptNo}`}</StateMark>
        ) : (
          <StateMark tone="quiet">{isLocked ? 'Ohne Bestätigung, Jahr abgeschlossen' : 'Ohne Bestätigung'}</StateMark>
        )}
      </span>
      <strong className={classes['amount']}>{euros(cents)}</strong>
      {mayChange && (
        <span className={classes['actions']}>
          <Button variant="default" px="xs" onClick={onEdit} aria-label={`Berichtigen: ${donorName}, ${euros(cents)}`}>
            Berichtigen
          </Button>
          <Button variant="subtle" px="xs" onClick={ask} aria-label={`Löschen: ${donorName}, ${euros(cents)}`}>
            Löschen
          </Button>
        </span>
      )}
    </li>
  );
}
