import { giroCode, type Transfer } from '#shared/kernel/giroCode.ts';
import { euros } from '#shared/kernel/money.ts';
import classes from './codes.module.css';
import { QrCode } from './QrCode.tsx';
import { SaveCode } from './SaveCode.tsx';

/** A transfer as a QR code for banking apps (EPC069-12); renders nothing for an amount outside the format's range. */
export function GiroCode(transfer: Transfer) {
  const code = giroCode(transfer);
  return code && <Picture code={code} {...transfer} />;
}

/** The same with a button that saves it, for the phone on which it cannot be scanned. */
export function SavableGiroCode(transfer: Transfer) {
  const code = giroCode(transfer);
  return (
    code && (
      <>
        <Picture code={code} {...transfer} />
        <SaveCode text={code} fileName={`girocode-${transfer.reference}.png`} />
      </>
    )
  );
}

function Picture({ code, name, cents, reference }: Transfer & { code: string }) {
  return <QrCode text={code} label={`GiroCode: ${euros(cents)} an ${name}, ${reference}`} className={classes['code']} />;
}
