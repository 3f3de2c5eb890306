import { useQuery } from '@tanstack/react-query';
import type { OwnCharge } from '#shared/money/charges.ts';
import { euros } from '#shared/kernel/money.ts';
import { isToTransfer } from '#shared/money/payerAccount.ts';
import { restOf } from '#shared/money/paymentRules.ts';
import { boot } from '#web/lib/boot.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { Disclosure } from '#web/ui/plain/Disclosure.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import classes from '../charges/charges.module.css';
import { myChargesQuery, ownCreditQuery } from '../charges/queries.ts';
import { dueWords, isOwed, isTakenOver, nextDebit, partOf } from './dueWords.ts';
import { InstallmentPlan, nextOf, plansOf } from './InstallmentPlan.tsx';
import { TransferFacts } from '#web/ui/codes/TransferFacts.tsx';

type MyChargesProps = {
  /** Renders nothing if there were never any charges. */
  isQuiet?: boolean;
};

/** The charges of the viewer, their children and those they pay for; a part of /profile and /me. */
export function MyCharges({ isQuiet = false }: MyChargesProps) {
  const query = useQuery(myChargesQuery());
  const { data } = query;
  if (!data) return <Loading query={query} />;
  if (isQuiet && data.length === 0) return null;
  const due = data.filter(isOwed);
  const plans = plansOf(data);
  const planned = new Set(plans.flatMap(({ whole, parts }) => [whole, ...parts]));
  const alone = data.filter((one) => !planned.has(one));
  const single = alone.filter(isOwed);
  const taken = alone.filter(isTakenOver);
  const rest = alone.filter((one) => !isOwed(one) && !isTakenOver(one));
  // Of an installment plan only the next one is due now.
  const several = paidTogether([...single, ...plans.flatMap((plan) => nextOf(plan) ?? [])]);
  // The first transfer to make is shown whole, the others on request.
  const open = several.length === 0 ? (plans[0]?.whole ?? single.find(isToTransfer)) : undefined;
  const total = due.reduce((sum, one) => sum + restOf(one), 0);
  const stand = due.length > 0 ? `Offen: ${euros(total)}` : 'Zurzeit ist nichts zu bezahlen.';
  const debit = due.length > 0 ? nextDebit(data) : '';
  return (
    // On a page of that name the part says at once how things stand.
    <PagePart title={isQuiet ? 'Zahlungen' : stand} lead={isQuiet ? [stand, debit].filter(Boolean).join('. ') : debit}>
      <OwnCredit />
      {several.map((one) => (
        <AllAtOnce key={one.reference} {...one} />
      ))}
      <ul className={classes['dues']}>
        {plans.map((plan) => (
          <InstallmentPlan key={plan.whole.id} plan={plan} isFolded={plan.whole !== open} />
        ))}
        {single.map((one) => (
          <Due key={one.id} charge={one} isFolded={one !== open} isOneOfSeveral={several.some(({ charges }) => charges.includes(one))} />
        ))}
        {taken.map((one) => (
          <Due key={one.id} charge={one} />
        ))}
      </ul>
      {rest.length > 0 && (
        <details>
          <summary>Bezahlt und erledigt ({rest.length})</summary>
          <ul className={classes['dues']}>
            {rest.map((one) => (
              <Due key={one.id} charge={one} />
            ))}
          </ul>
        </details>
      )}
    </PagePart>
  );
}

type Together = { reference: string; account: NonNullable<OwnCharge['account']>; charges: readonly OwnCharge[] };

/** Charges to the same club that can be paid by one transfer. */
function paidTogether(due: readonly OwnCharge[]): Together[] {
  const groups = Map.groupBy(due.filter(isToTransfer), ({ accountReference }) => accountReference);
  return [...groups].flatMap(([reference, charges]) => {
    const account = charges[0]?.account;
    return reference && account && charges.length > 1 ? { reference, account, charges } : [];
  });
}

function AllAtOnce({ reference, account, charges }: Together) {
  const cents = charges.reduce((sum, one) => sum + restOf(one), 0);
  return (
    <div className={classes['all']}>
      <strong>
        {charges.length} Forderungen mit einer Überweisung bezahlen: {euros(cents)}
      </strong>
      <TransferFacts {...account} cents={cents} reference={reference} />
    </div>
  );
}

/** The viewer's credit; renders nothing if there is none. */
function OwnCredit() {
  const { data = [] } = useQuery(ownCreditQuery());
  return data.map(({ club, cents }) => (
    <p key={club}>
      Guthaben bei {boot.clubs[club].displayName}: <strong>{euros(cents)}</strong>. Der Verein verrechnet es mit einer Forderung oder zahlt
      es auf Wunsch aus.
    </p>
  ));
}

type DueProps = {
  charge: OwnCharge;
  /** Whether its transfer data are shown on request only. */ isFolded?: boolean;
  /** Whether it can be paid together with others. */ isOneOfSeveral?: boolean;
};

function Due({ charge, isFolded = false, isOneOfSeveral = false }: DueProps) {
  const { label, name, cents } = charge;
  const Sum = isTakenOver(charge) ? 'span' : 'strong';
  const isTransferred = charge.isMine && isToTransfer(charge);
  return (
    <li className={classes['due']}>
      <strong>{label}</strong>
      <Sum className={classes['amount']}>{euros(isOwed(charge) ? restOf(charge) : cents)}</Sum>
      <p className={classes['quiet']}>
        {[name, partOf(charge), dueWords(charge)].filter(Boolean).join(' · ')}
        {isTransferred && !charge.account && (
          <>
            <br />
            Verwendungszweck: <b>{charge.reference}</b>
          </>
        )}
      </p>
      {isTransferred && charge.account && (
        <div className={classes['transfer']}>
          {isFolded ? (
            <Disclosure title={isOneOfSeveral ? 'Nur diese überweisen' : 'So überweisen Sie'} onPaper="hidden">
              <TransferFacts {...charge.account} cents={restOf(charge)} reference={charge.reference} />
            </Disclosure>
          ) : (
            <TransferFacts {...charge.account} cents={restOf(charge)} reference={charge.reference} />
          )}
        </div>
      )}
    </li>
  );
}
