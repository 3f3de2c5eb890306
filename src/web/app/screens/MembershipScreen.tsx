import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { clubNames, type ClubName } from '#shared/kernel/clubs.ts';
import { useAddressTexts } from '#web/lib/address.ts';
import { boot } from '#web/lib/boot.ts';
import { FeeOrder } from '#web/money/order/FeeOrder.tsx';
import { ByContact } from '#web/people/requests/ByContact.tsx';
import { membershipOfferQuery } from '#web/people/requests/membershipOffer.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';
import type { Checkout } from '#web/people/requests/ApplyForm.tsx';
import { lazyPart } from '#web/ui/late/lazyPart.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { plainButton } from '#web/ui/plain/PlainButton.tsx';

const ApplyForm = lazyPart(async () => (await import('#web/people/requests/ApplyForm.tsx')).ApplyForm);
// The rules of fees are checked by shapes, which only the form needs.
const FeeQuote = lazyPart(async () => (await import('#web/money/order/FeeQuote.tsx')).FeeQuote);

/** The association has clubs as members, not persons. */
const joinable = clubNames.filter((name) => name !== 'GSV');

/** /membership: the application to the club of the host; on the host of the association the club is chosen first. */
export function Page() {
  const [{ club: asked }] = useAddressTexts();
  const club = boot.club.name === 'GSV' ? joinable.find((name) => name === asked) : boot.club.name;
  return (
    <>
      <PageTitle title="Mitgliedschaft beantragen" />
      {club ? <Application club={club} /> : <ClubQuestion />}
    </>
  );
}

function ClubQuestion() {
  return (
    <PagePart title="Bei welchem Verein?" lead="Der Antrag geht an den Vorstand des Vereins.">
      {joinable.map((name) => (
        <p key={name}>
          <Link to="." search={{ club: name }} className={plainButton()}>
            {boot.clubs[name].displayName}
          </Link>
        </p>
      ))}
    </PagePart>
  );
}

function Application({ club }: { club: (typeof joinable)[number] }) {
  const query = useQuery(membershipOfferQuery(club));
  if (!query.data) return <Loading query={query} />;
  const { isOpen, contact, texts } = query.data;
  if (!isOpen)
    return (
      <>
        <OtherClub club={club} />
        <ByContact club={club} contact={contact} fees={<FeeOrder club={club} />} />
      </>
    );
  return (
    <>
      <PagePart title={`Mitglied bei ${boot.clubs[club].displayName}`} lead="Der Vorstand entscheidet und meldet sich per Mail.">
        <OtherClub club={club} />
        <FeeOrder club={club} />
      </PagePart>
      <PagePart title="Antrag">
        <ApplyForm key={club} club={club} texts={texts} checkout={quoteOf(club)} />
      </PagePart>
    </>
  );
}

/** On another host: the way back to the choice. */
function OtherClub({ club }: { club: ClubName }) {
  if (boot.club.name === club) return null;
  return (
    <p>
      <Link to="." search={{}}>
        Anderen Verein wählen
      </Link>
    </p>
  );
}

const quoteOf =
  (club: ClubName): Checkout =>
  (wishes, lastStep) => (
    <FeeQuote club={club} wishes={wishes}>
      {lastStep}
    </FeeQuote>
  );
