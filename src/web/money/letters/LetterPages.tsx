import { Alert, Anchor, Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import { pages } from '#shared/kernel/pages.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import classes from './letters.module.css';

type LetterPagesProps = {
  letters: readonly { payerId: string; name: string; address: readonly string[] }[];
  onBack: () => void;
  /** What else can be done with all of them. */ actions?: ReactNode;
  /** A `Letter` for each. */ children: ReactNode;
};

/** Letters on the screen as they come out of the printer, a page each; who has no address is named before. */
export function LetterPages({ letters, onBack, actions, children }: LetterPagesProps) {
  const homeless = letters.filter(({ address }) => address.length === 0);
  return (
    <>
      <Group gap="xs" mb="md" className="no-print">
        <Button onClick={() => window.print()}>{letters.length === 1 ? '1 Brief drucken' : `${letters.length} Briefe drucken`}</Button>
        {actions}
        <Button variant="default" onClick={onBack}>
          Zurück
        </Button>
      </Group>
      {homeless.length > 0 && (
        <Alert color="orange" mb="md" className="no-print" title="Ohne Anschrift">
          Bitte tragen Sie die Anschrift ein:{' '}
          {homeless.map(({ payerId, name }, at) => (
            <Fragment key={payerId}>
              {at > 0 && '; '}
              <Anchor inherit renderRoot={(props) => <Link {...props} to={pages.adminCharges.path} search={{ konto: payerId }} />}>
                {name}
              </Anchor>
            </Fragment>
          ))}
          .
        </Alert>
      )}
      {children}
    </>
  );
}

type PostedProps = { postedOn: string | null; isBusy: boolean; onPost: () => void };

/** Whether the letters went out, and the way to say so. */
export function Posted({ postedOn, isBusy, onPost }: PostedProps) {
  if (postedOn) return <span>Verschickt am {germanDate(postedOn)}</span>;
  return (
    <Button variant="default" loading={isBusy} onClick={onPost}>
      Als verschickt vermerken
    </Button>
  );
}

/** Says that the letters are noted as sent, with the way back, or that they are not after all. */
export function notifyPosted(isPosted: boolean, takeBack: () => void): void {
  if (isPosted) notify('Die Briefe sind als verschickt vermerkt.', takeBack);
  else notify('Der Vermerk ist zurückgenommen.');
}

type LetterProps = {
  title: string;
  sender: string;
  name: string;
  address: readonly string[];
  /** As it is written. */ day: string;
  children: ReactNode;
};

/** One letter: sender and address for the window of the envelope, day, what it is about, words. */
export function Letter({ title, sender, name, address, day, children }: LetterProps) {
  return (
    <article className={classes['letter']} aria-label={`${title}: ${name}`}>
      <p className={classes['sender']}>{sender}</p>
      <address className={classes['address']}>
        {(address.length > 0 ? address : [name]).map((line) => (
          <div key={line}>{line}</div>
        ))}
      </address>
      <p className={classes['day']}>{day}</p>
      <h2 className={classes['title']}>{title}</h2>
      <p>Guten Tag,</p>
      {children}
    </article>
  );
}
