import type { Transfer } from '#shared/kernel/giroCode.ts';
import { ibanInFours } from '#shared/kernel/iban.ts';
import { euros } from '#shared/kernel/money.ts';
import { CopyButton } from '#web/ui/plain/CopyButton.tsx';
import { Disclosure } from '#web/ui/plain/Disclosure.tsx';
import classes from './codes.module.css';
import { lazyPart } from '../late/lazyPart.tsx';

const GiroCode = lazyPart(async () => (await import('./GiroCode.tsx')).SavableGiroCode, null);

type TransferFactsProps = Omit<Transfer, 'cents'> & {
  /** Null while the amount is unknown; then there is no QR code either. */ cents: number | null;
};

/** The data of a transfer, each with a copy button and all at once, and a QR code for banking apps. */
export function TransferFacts({ name, iban, cents, reference }: TransferFactsProps) {
  const amount = cents === null ? '' : `Betrag: ${euros(cents)}\n`;
  const all = `Empfänger: ${name}\nIBAN: ${ibanInFours(iban)}\n${amount}Verwendungszweck: ${reference}`;
  return (
    <div className={classes['transfer']}>
      <dl aria-label={`Überweisung ${reference}`}>
        <Fact label="Empfänger" text={name} />
        <Fact label="IBAN" text={ibanInFours(iban)} copied={iban} />
        {cents !== null && <Fact label="Betrag" text={euros(cents)} copied={(cents / 100).toFixed(2).replace('.', ',')} />}
        <Fact label="Verwendungszweck" text={reference} />
      </dl>
      <div>
        <CopyButton text={all}>
          Daten kopieren<span className="unseen">: {reference}</span>
        </CopyButton>
      </div>
      {cents !== null && cents > 0 && (
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
      <dt lang="de">{label}: </dt>
      <dd>{text}</dd>
      <CopyButton text={copied}>
        Kopieren<span className="unseen">: {label}</span>
      </CopyButton>
    </div>
  );
}
