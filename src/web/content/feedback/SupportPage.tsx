import { Link } from '@tanstack/react-router';
import { boot } from '#web/lib/boot.ts';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import classes from './SupportPage.module.css';

const questions: readonly { question: string; answer: string }[] = [
  {
    question: 'Wie bekomme ich ein Konto?',
    answer: 'Öffnen Sie „Einloggen“ und dort „Jetzt Konto anlegen“. Sie erhalten eine Mail mit einem Link, der Ihre Adresse bestätigt.',
  },
  {
    question: 'Ich habe mein Passwort vergessen.',
    answer: 'Unter „Einloggen“ führt „Passwort vergessen?“ zu einer Mail mit einem Link. Der Link gilt nur kurze Zeit und nur einmal.',
  },
  {
    question: 'Das Einloggen klappt nicht, und die Seite sagt nichts dazu.',
    answer:
      'Das ist so gewollt: Eine Meldung verriete, wer ein Konto hat. Prüfen Sie Adresse und Passwort, oder lassen Sie sich ein neues Passwort schicken.',
  },
  {
    question: 'Warum sehe ich den Bereich „Verwaltung“ nicht?',
    answer: 'Er steht nur Personen mit einer Aufgabe im Verein offen. Ihre Rolle vergibt der Vorstand.',
  },
  {
    question: 'Wie stelle ich auf ein dunkles Bild um?',
    answer: 'Mit dem Mond oben rechts. Ihre Wahl merkt sich dieser Browser.',
  },
  {
    question: 'Wo steht, was mit meinen Daten geschieht?',
    answer: 'Unten auf jeder Seite unter „Datenschutz“. Ihre eigenen Daten laden oder löschen Sie unter „Mein Profil“.',
  },
];

/** Frequent questions, contacts, and the version (/support). */
export function Page() {
  const { club, version, build } = boot;
  const contact = club.footerLinks.find(({ text }) => text === 'Kontakt');
  return (
    <>
      <PageTitle title="Hilfe" />
      <PagePart title="Häufige Fragen">
        {questions.map(({ question, answer }) => (
          <details key={question} className={classes['question']}>
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </PagePart>
      <PagePart title="Ihre Frage ist nicht dabei?">
        <p className={classes['ways']}>
          <Link to="/feedback">Schreiben Sie uns</Link>
          {contact && <a href={contact.link}>Kontakt zum Verein</a>}
        </p>
      </PagePart>
      <p className={classes['version']}>
        Version {version}, Build {build}
      </p>
    </>
  );
}
