import { lazy, Suspense } from 'react';
import type { OwnEnrolment } from '#shared/courses/enrolmentShapes.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import { giroCode } from '#shared/kernel/giroCode.ts';
import { ibanInFours } from '#shared/kernel/iban.ts';
import { euros } from '#shared/kernel/money.ts';
import { CopyButton } from '#web/ui/plain/CopyButton.tsx';
import classes from './transfer.module.css';

const QrCode = lazy(() => import('../offers/QrCode.tsx').then((module) => ({ default: module.QrCode })));

/** All that a transfer needs, each to be copied, and as a code that the bank's app reads. */
export function TransferPart({ of: { name, iban, cents, reference, dueOn } }: { of: NonNullable<OwnEnrolment['transfer']> }) {
  const code = cents === null ? undefined : giroCode({ name, iban, cents, reference });
  return (
    <section aria-label="Überweisung" className={classes['transfer']}>
      <p>
        <strong>So überweisen Sie{cents === null ? ', sobald der Verein den Betrag nennt' : ''}</strong>
        {dueOn && <>, fällig frühestens am {germanDate(dueOn)}</>}
      </p>
      <dl>
        <Fact label="Empfänger" text={name} />
        <Fact label="IBAN" text={ibanInFours(iban)} copied={iban} />
        {cents !== null && <Fact label="Betrag" text={euros(cents)} copied={(cents / 100).toFixed(2).replace('.', ',')} />}
        <Fact label="Verwendungszweck" text={reference} />
      </dl>
      {code && (
        <details>
          <summary>Code für die Banking-App</summary>
          <Suspense>
            <QrCode text={code} label={`GiroCode: ${euros(cents ?? 0)} an ${name}, ${reference}`} />
          </Suspense>
        </details>
      )}
    </section>
  );
}

function Fact({ label, text, copied = text }: { label: string; text: string; copied?: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{text}</dd>
      <CopyButton text={copied}>
        Kopieren<span className={classes['unseen']}>: {label}</span>
      </CopyButton>
    </div>
  );
}
