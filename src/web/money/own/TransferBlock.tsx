import { Button, CopyButton } from '@mantine/core';
import { ibanInFours } from '#shared/kernel/iban.ts';
import { euros } from '#shared/kernel/money.ts';
import type { Transfer } from '#shared/kernel/giroCode.ts';
import { Disclosure } from '#web/ui/plain/Disclosure.tsx';
import { GiroCode } from './GiroCode.tsx';
import classes from './transfer.module.css';

/** All that a transfer needs, each to be copied, and as a code that the bank's app reads. */
export function TransferBlock({ name, iban, cents, reference }: Transfer) {
  return (
    <div className={classes['block']}>
      <dl className={classes['facts']} aria-label={`Überweisung ${reference}`}>
        <Fact label="Empfänger" text={name} />
        <Fact label="IBAN" text={ibanInFours(iban)} copied={iban} />
        <Fact label="Betrag" text={euros(cents)} copied={(cents / 100).toFixed(2).replace('.', ',')} />
        <Fact label="Verwendungszweck" text={reference} />
      </dl>
      {cents > 0 && (
        <Disclosure title="Code für die Banking-App" onPaper="hidden">
          <GiroCode name={name} iban={iban} cents={cents} reference={reference} />
        </Disclosure>
      )}
    </div>
  );
}

function Fact({ label, text, copied = text }: { label: string; text: string; copied?: string }) {
  return (
    <div>
      <dt>{label}: </dt>
      <dd>{text}</dd>
      <CopyButton value={copied}>
        {({ copied: isCopied, copy }) => (
          <Button variant="subtle" size="compact-sm" onClick={copy} aria-label={`${label} kopieren`}>
            {isCopied ? 'Kopiert' : 'Kopieren'}
          </Button>
        )}
      </CopyButton>
    </div>
  );
}
