import { giroCode, type Transfer } from '#shared/kernel/giroCode.ts';
import { euros } from '#shared/kernel/money.ts';
import classes from './codes.module.css';
import { QrCode } from './QrCode.tsx';

/** A transfer as a QR code for banking apps (EPC069-12); renders nothing for an amount outside the format's range. */
export function GiroCode(transfer: Transfer) {
  const { name, cents, reference } = transfer;
  const code = giroCode(transfer);
  return code && <QrCode text={code} label={`GiroCode: ${euros(cents)} an ${name}, ${reference}`} className={classes['code']} />;
}
