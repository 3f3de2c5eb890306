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
  /** Further actions on all letters. */ actions?: ReactNode;
  /** One `Letter` each. */ children: ReactNode;
};

/** A print preview of letters, one page each; recipients without an address are listed first. */
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
        <Alert color="waiting" mb="md" className="no-print" title="Ohne Anschrift">
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

/** Whether the letters were sent, with a button to record it. */
export function Posted({ postedOn, isBusy, onPost }: PostedProps) {
  if (postedOn) return <span>Verschickt am {germanDate(postedOn)}</span>;
  return (
    <Button variant="default" loading={isBusy} onClick={onPost}>
      Als verschickt vermerken
    </Button>
  );
}

/** Notifies that the letters are recorded as sent, with undo, or as not sent. */
export function notifyPosted(isPosted: boolean, takeBack: () => void): void {
  if (isPosted) notify('Die Briefe sind als verschickt vermerkt.', takeBack);
  else notify('Der Vermerk ist zurückgenommen.');
}

type LetterProps = {
  title: string;
  sender: string;
  name: string;
  address: readonly string[];
  /** Formatted. */ day: string;
  children: ReactNode;
};

/** One letter: sender, address in the window position, date, subject, text. */
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
