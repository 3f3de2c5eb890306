import { useState } from 'react';
import type { GivenMandate } from '#shared/courses/orders.ts';
import { orderMethodWords, type AllowableMethod, type OrderMethod } from '#shared/courses/courseWords.ts';
import { fieldText } from '#web/lib/call/failure.ts';
import { PlainField } from '#web/ui/plain/PlainField.tsx';
import classes from '../enrolments/signUp.module.css';

/** Whether a mandate exists, otherwise the text of the mandate that can be given here; and the other payment methods allowed. */
type Debit = { hasMandate: boolean; mandateText: string | null; alsoBy: readonly AllowableMethod[] };

/** The payment method of an order, and whether there is a choice. */
export type Paying = Debit & {
  method: OrderMethod;
  account: GivenMandate;
  onChoose: (method: OrderMethod) => void;
  onAccount: (account: GivenMandate) => void;
};

/** The state of the payment choice for some persons. An existing mandate is the default. */
export function usePaying(people: readonly Debit[]) {
  const [chosen, onChoose] = useState<OrderMethod>();
  const [account, onAccount] = useState<GivenMandate>({ iban: '', accountHolder: '' });
  const hasMandate = people.length > 0 && people.every((one) => one.hasMandate);
  const mayGive = !hasMandate && people.every((one) => one.hasMandate || one.mandateText !== null);
  const mandateText = mayGive ? (people.find((one) => one.mandateText !== null)?.mandateText ?? null) : null;
  const usual = hasMandate ? 'sepa' : 'transfer';
  const alsoBy = people[0]?.alsoBy ?? [];
  const method = chosen && waysOf({ hasMandate, mandateText, alsoBy }).includes(chosen) ? chosen : usual;
  const paying: Paying = { method, hasMandate, mandateText, alsoBy, account, onChoose, onAccount };
  return { paying, sent: { method, ...(method === 'sepa' && mandateText !== null && { mandate: account }) } };
}

function waysOf({ hasMandate, mandateText, alsoBy }: Debit): readonly OrderMethod[] {
  return [...(hasMandate || mandateText !== null ? (['sepa'] as const) : []), 'transfer', ...alsoBy];
}

/** The payment method: direct debit with an existing or new mandate, transfer, or others that the club allows. */
export function PayingChoice({
  method,
  hasMandate,
  mandateText,
  alsoBy,
  account,
  onChoose,
  onAccount,
  error,
}: Paying & { error: unknown }) {
  const ways = waysOf({ hasMandate, mandateText, alsoBy });
  const fault = fieldText(error, 'method');
  if (ways.length === 1) return <p>{orderMethodWords.transfer}</p>;
  return (
    <fieldset className={classes['paying']}>
      <legend>Wie möchten Sie bezahlen?</legend>
      {ways.map((one) => (
        <label key={one}>
          <input type="radio" name="method" checked={method === one} onChange={() => onChoose(one)} />
          <span>{one === 'sepa' && !hasMandate ? 'Per Lastschrift: Das Mandat geben Sie gleich hier.' : orderMethodWords[one]}</span>
        </label>
      ))}
      {fault && <p role="alert">{fault}</p>}
      {mandateText !== null && method === 'sepa' && (
        <>
          <PlainField
            label="IBAN"
            required
            maxLength={42}
            autoComplete="off"
            placeholder="DE12 3456 7890 1234 5678 90"
            value={account.iban}
            onChange={(event) => onAccount({ ...account, iban: event.currentTarget.value })}
            error={fieldText(error, 'mandate.iban')}
          />
          <PlainField
            label="Wem gehört das Konto?"
            required
            maxLength={70}
            autoComplete="name"
            value={account.accountHolder}
            onChange={(event) => onAccount({ ...account, accountHolder: event.currentTarget.value })}
            error={fieldText(error, 'mandate.accountHolder')}
          />
          <p>{mandateText}</p>
        </>
      )}
    </fieldset>
  );
}
