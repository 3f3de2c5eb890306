import { Button, CopyButton } from '@mantine/core';
import { encode } from 'uqr';
import { euros } from '#shared/kernel/money.ts';
import { giroCode, type Transfer } from '#shared/money/giroCode.ts';
import { Disclosure } from '#web/ui/plain/Disclosure.tsx';
import classes from './transfer.module.css';

/** All that a transfer needs, each to be copied, and as a code that the bank's app reads. */
export function TransferBlock({ name, iban, cents, reference }: Transfer) {
  const code = giroCode({ name, iban, cents, reference });
  return (
    <div className={classes['block']}>
      <dl className={classes['facts']} aria-label={`Überweisung ${reference}`}>
        <Fact label="Empfänger" text={name} />
        <Fact label="IBAN" text={grouped(iban)} copied={iban} />
        <Fact label="Betrag" text={euros(cents)} copied={(cents / 100).toFixed(2).replace('.', ',')} />
        <Fact label="Verwendungszweck" text={reference} />
      </dl>
      {code && (
        <Disclosure title="Code für die Banking-App" onPaper="hidden">
          <GiroCode code={code} label={`GiroCode: ${euros(cents)} an ${name}, ${reference}`} />
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

/** Dark on white in every look, since apps read no other. */
function GiroCode({ code, label }: { code: string; label: string }) {
  const { data, size } = encode(code, { ecc: 'M', border: 4 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} className={classes['code']}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

function grouped(iban: string): string {
  return iban.replaceAll(/(.{4})(?=.)/g, '$1 ');
}
