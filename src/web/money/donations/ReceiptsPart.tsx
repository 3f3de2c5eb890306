import { Button, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { germanDate, instantInWords } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import { cancellingInput, mailingInput, type Receipt as ReceiptLine, type WholeReceipt } from '#shared/money/donations/contract.ts';
import { saveFile } from '#web/lib/saveFile.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormButtons } from '#web/ui/forms/FormButtons.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { RecordLink } from '#web/ui/plain/RecordLink.tsx';
import classes from './donations.module.css';
import { receiptQuery, useDonationMutations } from './queries.ts';
import { Receipt } from './Receipt.tsx';

type ReceiptsPartProps = { club: ClubName; year: number; receipts: readonly ReceiptLine[]; onOpen: (id: string) => void };

/** The receipts issued in a year, by number. */
export function ReceiptsPart({ club, year, receipts, onOpen }: ReceiptsPartProps) {
  return (
    <PagePart title="Ausgestellte Bestätigungen" lead="Die Nummern eines Jahres sind lückenlos; eine Kopie bleibt zehn Jahre.">
      {receipts.some(({ cancelledAt }) => !cancelledAt) && <SheetsForm key={receipts.length} club={club} year={year} receipts={receipts} />}
      {receipts.length === 0 && <p className={classes['quiet']}>Noch keine.</p>}
      <ul className={classes['rows']}>
        {receipts.map(({ id, no, donorName, cents, issuedOn, cancelledAt, reason }) => (
          <li key={id} className={classes['row']}>
            <span />
            <span className={classes['words']}>
              <RecordLink onOpen={() => onOpen(id)}>
                Nr. {no}: {donorName}
              </RecordLink>
              <span className={classes['quiet']}>ausgestellt am {germanDate(issuedOn)}</span>
              {cancelledAt && <StateMark tone="bad">{`Ungültig: ${reason}`}</StateMark>}
            </span>
            <strong className={classes['amount']}>{euros(cents)}</strong>
          </li>
        ))}
      </ul>
    </PagePart>
  );
}

type SheetsFormProps = Omit<ReceiptsPartProps, 'onOpen'>;

/** Downloads the valid receipts of a range of numbers as one file to print; at first those issued last together, on one day. */
function SheetsForm({ club, year, receipts }: SheetsFormProps) {
  const { print } = useDonationMutations();
  const numberOf = ({ no }: ReceiptLine) => Number(no.slice(no.indexOf('-') + 1));
  const [latest] = receipts;
  const numbers = receipts.filter(({ issuedOn }) => issuedOn === latest?.issuedOn).map(numberOf);
  const [from, setFrom] = useState<string | number>(Math.min(...numbers));
  const [to, setTo] = useState<string | number>(Math.max(...numbers));
  const range = { ...(from !== '' && { from: Number(from) }), ...(to !== '' && { to: Number(to) }) };
  return (
    <Group align="flex-end" gap="xs" mb="sm" className="no-print">
      <NumberInput label="Von Nr." min={1} w={90} value={from} onChange={setFrom} />
      <NumberInput label="Bis Nr." min={1} w={90} value={to} onChange={setTo} />
      <Button
        variant="default"
        loading={print.isPending}
        onClick={() => print.mutate({ club, year, ...range }, { onSuccess: saveFile, onError: notifyProblem })}
      >
        Als ein PDF zum Drucken
      </Button>
    </Group>
  );
}

/** One receipt: print it, or declare it void. */
export function ReceiptView({ id, onBack }: { id: string; onBack: () => void }) {
  const query = useQuery(receiptQuery(id));
  const [open, setOpen] = useState<'mail' | 'cancel'>();
  const { data } = query;
  if (!data) return <Loading query={query} />;
  return (
    <>
      <Group mb="md" className="no-print">
        {!data.cancelledAt && <Button onClick={() => window.print()}>{data.mayMail ? 'Drucken' : 'Drucken und unterschreiben'}</Button>}
        <SaveSheet id={id} />
        {data.mayMail && open !== 'mail' && (
          <Button variant="default" onClick={() => setOpen('mail')}>
            Per Mail senden …
          </Button>
        )}
        <Button variant="default" onClick={onBack}>
          Zurück
        </Button>
        {!data.cancelledAt && open !== 'cancel' && (
          <Button variant="subtle" onClick={() => setOpen('cancel')}>
            Für ungültig erklären …
          </Button>
        )}
      </Group>
      {data.mailedAt && (
        <Text size="sm" mb="md" className="no-print">
          Zuletzt per Mail gesendet: {instantInWords(data.mailedAt)}.
        </Text>
      )}
      {open === 'mail' && data.mayMail && <MailForm receipt={data} onDone={() => setOpen(undefined)} />}
      {open === 'cancel' && !data.cancelledAt && <CancelForm receipt={data} onDone={() => setOpen(undefined)} />}
      <Receipt receipt={data} />
    </>
  );
}

/** Downloads the stored document. */
function SaveSheet({ id }: { id: string }) {
  const { file } = useDonationMutations();
  return (
    <Button variant="default" loading={file.isPending} onClick={() => file.mutate(id, { onSuccess: saveFile, onError: notifyProblem })}>
      Als PDF
    </Button>
  );
}

function MailForm({ receipt: { id, no }, onDone }: { receipt: WholeReceipt; onDone: () => void }) {
  const { mail } = useDonationMutations();
  const form = useShapeForm({ email: '' }, mailingInput);
  const submit = form.onSubmit((values) =>
    mail.mutate(
      { ...values, id },
      {
        onSuccess: () => {
          notify(`Bestätigung Nr. ${no} geht per Mail an ${values.email}.`);
          onDone();
        },
        onError: (refusal: unknown) => applyProblem(form, refusal),
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate className="no-print">
      <Stack gap="sm" maw={480} mb="lg">
        <TextInput label="E-Mail-Adresse" type="email" required maxLength={254} data-autofocus {...form.getInputProps('email')} />
        <FormProblem error={mail.error} fields={['email']} />
        <FormButtons action="Senden" isBusy={mail.isPending} onCancel={onDone} />
      </Stack>
    </form>
  );
}

function CancelForm({ receipt: { id, version, no }, onDone }: { receipt: WholeReceipt; onDone: () => void }) {
  const { cancel } = useDonationMutations();
  const form = useShapeForm({ reason: '' }, cancellingInput);
  const submit = form.onSubmit((values) =>
    cancel.mutate(
      { ...values, id, version },
      {
        onSuccess: () => {
          notify(`Bestätigung Nr. ${no} ist ungültig.`);
          onDone();
        },
        onError: (refusal: unknown) => applyProblem(form, refusal),
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate className="no-print">
      <Stack gap="sm" maw={480} mb="lg">
        <TextInput
          label="Warum gilt sie nicht mehr?"
          description="Holen Sie das ausgegebene Blatt zurück. Die Nummer bleibt vergeben, die Spenden sind wieder frei."
          required
          maxLength={200}
          data-autofocus
          {...form.getInputProps('reason')}
        />
        <FormProblem error={cancel.error} fields={['reason']} />
        <FormButtons action="Für ungültig erklären" isGrave isBusy={cancel.isPending} onCancel={onDone} />
      </Stack>
    </form>
  );
}
