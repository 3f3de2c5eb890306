import { useState } from 'react';
import type { CoursePage } from '#shared/courses/courseShapes.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { plainButton } from '#web/ui/plain/PlainButton.tsx';
import classes from './course.module.css';
import { lazyPart } from '#web/ui/late/lazyPart.tsx';

// Rarely used: the QR code is loaded on demand.
const QrCode = lazyPart(async () => (await import('#web/ui/codes/QrCode.tsx')).QrCode, null);

/** The calendar file, the QR code for a poster, and the contact. */
export function CourseShare({ course }: { course: CoursePage }) {
  const { contact } = course;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section className={classes['card']} aria-labelledby="kontakt">
      <h2 id="kontakt" className={classes['cardTitle']}>
        Kontakt
      </h2>
      <p>{contact.name || 'Die Geschäftsstelle hilft gern weiter.'}</p>
      {contact.email && (
        <p>
          <a href={`mailto:${contact.email}`}>{contact.email}</a>
        </p>
      )}
      {contact.phone && (
        <p>
          <a href={`tel:${contact.phone.replaceAll(/[^+\d]/g, '')}`}>{contact.phone}</a>
        </p>
      )}
      <span className={classes['more']}>
        <a className={plainButton()} href={`/api/courses/${course.slug}/calendar`} download={`${course.slug}.ics`}>
          <Icon name="calendar-down" /> Termine in den Kalender
        </a>
      </span>
      <details className={classes['share']} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary>QR-Code für Aushang und Weitergeben</summary>
        {isOpen && <QrCode text={`${location.origin}/id/${course.slug}`} className={classes['qr']} />}
      </details>
    </section>
  );
}
