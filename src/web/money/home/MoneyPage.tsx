import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { euros } from '#shared/kernel/money.ts';
import { pages } from '#shared/kernel/pages.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { chargesQuery } from '../charges/queries.ts';
import { firstStepsQuery } from '../fees/queries.ts';
import { FirstSteps } from './FirstSteps.tsx';
import classes from './MoneyPage.module.css';

/** The areas of the club's finances, in the order of the treasurer's year. */
const parts = [
  {
    title: 'Forderungen',
    text: 'Wer was schuldet und bezahlt hat; selbst etwas fordern.',
    icon: pages.adminCharges.icon,
    to: pages.adminCharges.path,
  },
  { title: 'Beiträge', text: 'Beitragsordnung und Beitragslauf.', icon: pages.adminFees.icon, to: pages.adminFees.path },
  {
    title: 'Kurse abrechnen',
    text: 'Was für Kurse zu fordern ist.',
    icon: pages.adminCourseStat.icon,
    to: pages.adminCourseStat.path,
    search: { tab: 'abrechnung', schritt: 'vorschau' },
  },
  { title: 'Mandate', text: 'Von welchen Konten eingezogen werden darf.', icon: pages.adminMandates.icon, to: pages.adminMandates.path },
  { title: 'Lastschrift', text: 'Sammellastschrift für die Bank und Rückgaben.', icon: pages.adminDebits.icon, to: pages.adminDebits.path },
  { title: 'Bank', text: 'Kontoauszug einlesen und Zahlungen zuordnen.', icon: pages.adminBank.icon, to: pages.adminBank.path },
  { title: 'Mahnungen', text: 'Erinnern und mahnen, in Stufen.', icon: pages.adminDunning.icon, to: pages.adminDunning.path },
  {
    title: 'Auszahlungen',
    text: 'Erstattungen, Guthaben, Stunden und Auslagen mit einer Datei überweisen.',
    icon: pages.adminPayouts.icon,
    to: pages.adminPayouts.path,
  },
  {
    title: 'Auslagen',
    text: 'Was Mitglieder für den Verein ausgelegt haben: prüfen und genehmigen.',
    icon: pages.adminExpenses.icon,
    to: pages.adminExpenses.path,
  },
  {
    title: 'Spenden',
    text: 'Spenden eintragen oder aus einer Datei übernehmen, Zuwendungsbestätigungen ausstellen.',
    icon: pages.adminDonations.icon,
    to: pages.adminDonations.path,
  },
  { title: 'Jahr', text: 'Einnahmen und Ausgaben, Kassenprüfung, Abschluss.', icon: pages.adminYear.icon, to: pages.adminYear.path },
];

/** The start page of the finances (/admin/money). */
export function Page() {
  const { data } = useInfiniteQuery(chargesQuery({}));
  const totals = data?.pages[0]?.totals;
  // The areas come with what stands above them, so that nothing moves under the finger.
  const { isPending } = useQuery(firstStepsQuery());
  return (
    <>
      <PageTitle title={pages.adminMoney.title} />
      <p className={classes['sums']}>
        {totals && (
          <>
            Offen <strong>{euros(totals.openCents)}</strong>, davon überfällig <strong>{euros(totals.overdueCents)}</strong>.
          </>
        )}
      </p>
      <FirstSteps />
      <ul className={classes['parts']}>
        {(isPending ? [] : parts).map(({ title, text, icon, ...way }) => (
          <li key={title}>
            <Link {...way} className={classes['part']}>
              <Icon name={icon} size={24} />
              <span>
                <strong>{title}</strong>
                <span className={classes['text']}>{text}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
