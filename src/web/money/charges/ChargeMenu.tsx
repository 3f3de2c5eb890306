import { Menu } from '@mantine/core';
import { useState } from 'react';
import type { ListedCharge } from '#shared/money/charges.ts';
import { chargeSets, chargeStateNames, mayMoveCharge } from '#shared/money/chargeWords.ts';
import { RowMenu } from '#web/ui/decisions/RowMenu.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { DeferDialog } from './DeferDialog.tsx';
import { useChargeMutations } from './queries.ts';
import { TermsDialog, type TermsAction } from '../terms/TermsDialog.tsx';
import { ReasonDialog, type ReasonAction } from './ReasonDialog.tsx';

/** The actions on one charge that its state allows. */
export function ChargeMenu({ row, onPay, onAccount }: { row: ListedCharge; onPay: () => void; onAccount: () => void }) {
  const { setState } = useChargeMutations();
  const [action, setAction] = useState<ReasonAction>();
  const may = (to: ListedCharge['state']) => mayMoveCharge(row.state, to);
  const isRefund = row.source === 'refund';
  const canRefund = row.state === 'paid' && !isRefund && row.refundedCents < row.cents;
  const isStuck = row.state === 'paid' && row.refundedCents > 0;
  const reopen = () =>
    setState.mutate(
      { items: [{ id: row.id, version: row.version }], to: 'open', reason: '' },
      { onSuccess: () => notify(`${row.reference} ist wieder ${chargeStateNames.open}.`), onError: notifyProblem },
    );
  const [isDeferring, setDeferring] = useState(false);
  const [terms, setTerms] = useState<TermsAction>();
  const isDue = chargeSets.due.includes(row.state) && !isRefund;
  return (
    <>
      <RowMenu name={`${row.reference}, ${row.name}`} isBusy={setState.isPending}>
        {may('paid') && <Menu.Item onClick={onPay}>{isRefund ? 'Als ausgezahlt vermerken' : 'Als bezahlt vermerken'}</Menu.Item>}
        {may('open') && !isStuck && <Menu.Item onClick={reopen}>Wieder auf offen setzen</Menu.Item>}
        {canRefund && <Menu.Item onClick={() => setAction('refund')}>Erstatten …</Menu.Item>}
        {isDue && <Menu.Item onClick={() => setDeferring(true)}>Stunden …</Menu.Item>}
        {isDue && <Menu.Item onClick={() => setTerms('change')}>Fälligkeit, Zahlungsart, Zahler …</Menu.Item>}
        {isDue && !row.splitOf && <Menu.Item onClick={() => setTerms('split')}>In Raten aufteilen …</Menu.Item>}
        {row.state === 'split' && <Menu.Item onClick={() => setTerms('join')}>Raten zurücknehmen …</Menu.Item>}
        {isDue && <Menu.Item onClick={() => setAction('waive')}>Teil erlassen …</Menu.Item>}
        {may('written_off') && !isRefund && <Menu.Item onClick={() => setAction('written_off')}>Erlassen …</Menu.Item>}
        {may('cancelled') && <Menu.Item onClick={() => setAction('cancelled')}>Stornieren …</Menu.Item>}
        <Menu.Item onClick={onAccount}>Konto von {row.payer}</Menu.Item>
      </RowMenu>
      <DeferDialog row={row} isOpen={isDeferring} onClose={() => setDeferring(false)} />
      <TermsDialog row={row} action={terms} onClose={() => setTerms(undefined)} />
      <ReasonDialog row={row} action={action} onClose={() => setAction(undefined)} />
    </>
  );
}
