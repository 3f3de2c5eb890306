import type { OwnEnrolment } from '#shared/courses/enrolmentShapes.ts';
import { formatDate } from '#web/lib/format.ts';
import { Facts } from '#web/ui/plain/Facts.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { MapLink } from '#web/ui/plain/MapLink.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { plainButton } from '#web/ui/plain/PlainButton.tsx';

type AboutOfferProps = { target: OwnEnrolment['target']; about: NonNullable<OwnEnrolment['about']> };

/** The facts of an offer behind the link of a mail: time, location, contact, and its sessions as a calendar file. */
export function AboutOffer({ target, about: { times, endsOn, halls, contact } }: AboutOfferProps) {
  const address = target.kind === 'course' ? `/api/courses/${target.slug}/calendar` : undefined;
  return (
    <PagePart title="Wann, wo, wen fragen">
      <Facts
        facts={[
          ['Wann', times.join(', ')],
          ['Bis', endsOn && formatDate(endsOn)],
          ['Wo', halls.length > 0 ? halls.map((hall) => <Hall key={hall.name} hall={hall} />) : target.place],
          ['Fragen', <Contact key="contact" {...contact} />],
        ]}
      />
      {address && (
        <p>
          <a className={plainButton()} href={address} download={`${target.slug}.ics`}>
            <Icon name="calendar-down" /> Termine in den Kalender
          </a>
        </p>
      )}
    </PagePart>
  );
}

type Hall = NonNullable<OwnEnrolment['about']>['halls'][number];

function Hall({ hall: { name, address, ...at } }: { hall: Hall }) {
  return (
    <div>
      {name}
      {address && (
        <>
          , <MapLink at={at} address={address} />
        </>
      )}
    </div>
  );
}

function Contact({ name, email, phone }: NonNullable<OwnEnrolment['about']>['contact']) {
  return (
    <>
      {name || 'Die Geschäftsstelle hilft gern weiter.'}
      {phone && (
        <div>
          <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>{phone}</a>
        </div>
      )}
      {email && (
        <div>
          <a href={`mailto:${email}`}>{email}</a>
        </div>
      )}
    </>
  );
}
