import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { pages } from '#shared/kernel/pages.ts';
import { euros } from '#shared/kernel/money.ts';
import type { PayerAccount } from '#shared/money/payments.ts';
import { ContactPart } from '#web/people/parts/ContactPart.tsx';
import { RecordDrawer } from '#web/ui/drawers/RecordDrawer.tsx';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import classes from '../charges/charges.module.css';
import { StopButton } from '../dunning/StopDialog.tsx';
import { accountQuery, usePaymentMutations } from './accountQueries.ts';
import { MoneyForm } from './MoneyForm.tsx';
import { Statement } from './Statement.tsx';

type AccountDrawerProps = {
  /** Undefined while none is shown. */ payerId: string | undefined;
  /** Opens the account of another payer. */ onOpen: (payerId: string) => void;
  onClose: () => void;
  /** Opens a printable statement. */ onStatement?: (payerId: string) => void;
};

/** The account of a payer: what is open, the credit, and all charges and payments. */
export function AccountDrawer({ payerId, onOpen, onClose, onStatement }: AccountDrawerProps) {
  return (
    <RecordDrawer id={payerId} size="xl" title="Konto" onOpen={onOpen} onClose={onClose}>
      {payerId && <Account key={payerId} payerId={payerId} onStatement={onStatement} />}
    </RecordDrawer>
  );
}

type AccountProps = { payerId: string; onStatement: AccountDrawerProps['onStatement'] | undefined };

function Account({ payerId, onStatement }: AccountProps) {
  const query = useQuery(accountQuery(payerId));
  const { data } = query;
  const [form, setForm] = useState<'create' | 'payOut'>();
  if (!data) return <Loading query={query} />;
  return (
    <Stack>
      <div>
        <Text fw={600} size="lg" component="h2">
          {data.name}
        </Text>
        <dl className={classes['sums']} aria-label="Summen des Kontos">
          <Sum label="Offen" cents={data.openCents} />
          <Sum label="davon überfällig" cents={data.overdueCents} />
          <Sum label="Guthaben" cents={data.creditCents} />
        </dl>
        {data.isOrganisation ? <OrganisationContact account={data} /> : <ContactPart personId={payerId} />}
        <Text size="sm" c="dimmed">
          {howPaid(data)} Verwendungszweck für alles Offene: <span className={classes['amount']}>{data.reference}</span>
        </Text>
      </div>
      {form ? (
        <MoneyForm key={form} account={data} action={form} onClose={() => setForm(undefined)} />
      ) : (
        <Actions account={data} onForm={setForm} onStatement={onStatement} />
      )}
      <Statement account={data} />
    </Stack>
  );
}

/** The address for letters and mails, and a link to the contacts of the organisation. */
function OrganisationContact({ account: { payerId, address, mailTo } }: { account: PayerAccount }) {
  return (
    <Text size="sm">
      {address.slice(1).join(', ') || 'Keine ganze Anschrift'}
      {' · '}
      {mailTo ? `Mails an ${mailTo}` : 'keine E-Mail-Adresse'}{' '}
      <Link to={pages.adminOrganisations.path} search={{ open: payerId }}>
        Anschrift und Ansprechpersonen
      </Link>
    </Text>
  );
}

function howPaid({ mandate, isOrganisation }: PayerAccount): string {
  if (isOrganisation) return 'Eine Organisation überweist; eingezogen wird von ihr nichts.';
  return mandate ? `Lastschrift von ${mandate}` : 'Kein Lastschriftmandat: bezahlt wird durch Überweisung.';
}

type ActionsProps = Pick<AccountProps, 'onStatement'> & { account: PayerAccount; onForm: (form: 'create' | 'payOut') => void };

function Actions({ account, onForm, onStatement }: ActionsProps) {
  const { spendCredit, remind } = usePaymentMutations();
  const { payerId, creditCents, charges, name, mayRemind, whyNot, stop } = account;
  const isOffsettable = creditCents > 0 && charges.some(({ cents, state }) => cents > 0 && state !== 'in_collection');
  const offset = () =>
    confirm({
      title: 'Guthaben verrechnen?',
      text: `${euros(creditCents)} von ${name} werden mit dem verrechnet, was zuerst fällig ist.`,
      action: 'Verrechnen',
      onConfirm: () => spendCredit.mutate(payerId, { onSuccess: () => notify('Das Guthaben ist verrechnet.'), onError: notifyProblem }),
    });
  const send = () => remind.mutate(payerId, { onSuccess: () => notify(`${name} ist erinnert.`), onError: notifyProblem });
  return (
    <Group gap="xs" className="no-print">
      <Button onClick={() => onForm('create')}>Zahlung erfassen</Button>
      {mayRemind && (
        <Button variant="default" loading={remind.isPending} onClick={send}>
          Per E-Mail erinnern
        </Button>
      )}
      {isOffsettable && (
        <Button variant="default" loading={spendCredit.isPending} onClick={offset}>
          Guthaben verrechnen
        </Button>
      )}
      {creditCents > 0 && (
        <Button variant="default" onClick={() => onForm('payOut')}>
          Guthaben ausgezahlt
        </Button>
      )}
      {onStatement && (
        <Button variant="default" onClick={() => onStatement(payerId)}>
          Kontoauszug …
        </Button>
      )}
      <StopButton payerId={payerId} name={name} stop={stop} />
      {whyNot && <Text size="sm">{whyNot}</Text>}
    </Group>
  );
}

function Sum({ label, cents }: { label: string; cents: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{euros(cents)}</dd>
    </div>
  );
}
