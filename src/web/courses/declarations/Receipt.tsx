import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { DeclarationKind } from '#shared/courses/declarationWords.ts';
import type { DeclarationReceipt } from '#shared/courses/declarations.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import classes from './declarations.module.css';

/** The receipt shown after a declaration was sent: its content and time, for printing. */
export function Receipt({ kind, receipt, email }: { kind: DeclarationKind; receipt: DeclarationReceipt; email: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-labelledby="receipt">
      <h2 id="receipt" ref={heading} tabIndex={-1} className={classes['arrival']}>
        Eingegangen
      </h2>
      <p className={classes['receipt']}>{receipt.text}</p>
      {receipt.endsOn ? (
        <p>
          Der letzte Tag ist der <strong>{germanDate(receipt.endsOn)}</strong>. Die Bestätigung geht an {email}.
        </p>
      ) : (
        <p>
          Die Bestätigung geht sofort an <strong>{email}</strong>. Darin steht auch,{' '}
          {kind === 'termination' ? 'wann der Vertrag endet' : 'ob der Vertrag damit aufgehoben ist'}, oder dass der Verein noch prüft.
        </p>
      )}
      <Button variant="default" className="no-print" onClick={() => window.print()}>
        Drucken
      </Button>
    </section>
  );
}
