import { encode } from 'uqr';
import type { CoursePage } from '#shared/courseShapes.ts';
import { Icon } from '#web/ui/Icon.tsx';
import classes from './course.module.css';

/** The dates for the own calendar, the code for a poster, and who answers questions. */
export function CourseShare({ course }: { course: CoursePage }) {
  const { contact } = course;
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
      <a className={classes['download']} href={`/api/courses/${course.slug}/calendar`} download={`${course.slug}.ics`}>
        <Icon name="calendar-down" /> Termine in den Kalender
      </a>
      <details className={classes['share']}>
        <summary>QR-Code für Aushang und Weitergeben</summary>
        <QrCode text={`${location.origin}/id/${course.slug}`} />
      </details>
    </section>
  );
}

function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 2 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg role="img" aria-label={`QR-Code: ${text}`} viewBox={`0 0 ${size} ${size}`} className={classes['qr']}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
