import { useQuery } from '@tanstack/react-query';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { profileQuery } from '../sessions/queries.ts';

/** Reminds of a new email address that waits for confirmation; renders nothing if there is none. */
export function UnprovedAddress() {
  const { data } = useQuery(profileQuery);
  if (!data?.newEmail) return null;
  return (
    <PagePart title="Adresse bestätigen">
      <p>
        Die Mail an <strong>{data.newEmail}</strong> enthält einen Link, der eine Stunde gilt. Erst danach loggen Sie sich mit dieser
        Adresse ein. Kam nichts an? Senden Sie sie unter <a href="/profile/security">Sicherheit</a> noch einmal.
      </p>
    </PagePart>
  );
}
