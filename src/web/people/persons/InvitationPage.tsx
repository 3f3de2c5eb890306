import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { ShownInvitation } from '#shared/people/invitations.ts';
import { pages } from '#shared/kernel/pages.ts';
import { api } from '#web/lib/call/call.ts';
import { isGone } from '#web/lib/call/failure.ts';
import { lazyPart } from '#web/ui/late/lazyPart.tsx';
import { useAuth } from '#web/lib/session/session.ts';
import { AccountLink } from '#web/ui/plain/AccountLink.tsx';
import { Refusal } from '#web/ui/notices/Refusal.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { PlainField } from '#web/ui/plain/PlainField.tsx';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import { invitationQuery, useInvitationMutations } from './linkQueries.ts';

const ChoosePassword = lazyPart(async () => (await import('#web/accounts/parts/ChoosePassword.tsx')).ChoosePassword);

/** An invitation to act for somebody; opening the page changes nothing (/invitation/{token}). */
export function Page() {
  const { token = '' } = useParams({ strict: false });
  const query = useQuery(invitationQuery(token));
  const { data, error } = query;
  return (
    <>
      <PageTitle title={pages.invitation.title} />
      {!data && !isGone(error) && <Loading query={query} />}
      {!data && isGone(error) && <Over />}
      {data && <Shown token={token} invitation={data} />}
    </>
  );
}

function Over() {
  return (
    <EmptyState icon="link-off" title="Diese Einladung gilt nicht mehr.">
      <p>
        Sie ist zurückgezogen oder zu alt, oder der Link ist unvollständig. Öffnen Sie ihn noch einmal aus der Mail, oder bitten Sie um eine
        neue.
      </p>
    </EmptyState>
  );
}

function Shown({ token, invitation }: { token: string; invitation: ShownInvitation }) {
  const { user } = useAuth();
  const { person, invitedBy, relation, state, email, club, accountName } = invitation;
  if (state === 'over') return <Over />;
  if (state === 'accepted')
    return (
      <output>
        <EmptyState icon="circle-check" title={relation === 'self' ? 'Ihr Zugang steht.' : `Sie handeln jetzt auch für ${person}.`}>
          <p>
            <Link to="/me">Zu meiner Übersicht</Link>
          </p>
        </EmptyState>
      </output>
    );
  return (
    <PagePart
      title={relation === 'self' ? `${person}, handeln Sie für sich selbst?` : `Auch für ${person} handeln?`}
      lead={`${invitedBy} lädt Sie ein: Daten ansehen, anmelden, Plätze absagen. Wer schon für ${relation === 'self' ? 'Sie' : person} handelt, wird benachrichtigt.`}
    >
      {!user && accountName !== null && <NewAccount token={token} accountName={accountName} email={email} />}
      {!user && accountName === null && <SignInFirst club={club} email={email} />}
      {user && user.email.toLowerCase() !== email && (
        <p>
          Die Einladung gilt für <strong>{email}</strong>. Sie sind als {user.email} eingeloggt; bitte loggen Sie sich mit der anderen
          Adresse ein.
        </p>
      )}
      {user && user.email.toLowerCase() === email && <Accept token={token} />}
    </PagePart>
  );
}

/** Creates the account of the invited address; the name is asked for unless it is known. */
function NewAccount({ token, accountName, email }: { token: string; accountName: string; email: string }) {
  const [name, setName] = useState({ firstname: '', lastname: '' });
  const client = useQueryClient();
  // The page then says for whom one acts.
  const onDone = () => void client.invalidateQueries({ queryKey: ['invitation'] });
  if (accountName)
    return (
      <ChoosePassword onDone={onDone} save={(password) => api.invitations.openAccount({ token, password })}>
        <p>
          Ihr Konto: <strong>{accountName}</strong>, {email}. Es fehlt nur noch ein Passwort.
        </p>
      </ChoosePassword>
    );
  return (
    <ChoosePassword onDone={onDone} save={(password) => api.invitations.openAccount({ token, password, name })}>
      <p>
        Ihr Konto bekommt die Adresse <strong>{email}</strong>. Es fehlen nur noch Ihr Name und ein Passwort.
      </p>
      <PlainField
        label="Vorname"
        required
        maxLength={80}
        autoComplete="given-name"
        value={name.firstname}
        onChange={(event) => setName({ ...name, firstname: event.currentTarget.value })}
      />
      <PlainField
        label="Nachname"
        required
        maxLength={80}
        autoComplete="family-name"
        value={name.lastname}
        onChange={(event) => setName({ ...name, lastname: event.currentTarget.value })}
      />
    </ChoosePassword>
  );
}

function SignInFirst({ club, email }: Pick<ShownInvitation, 'club' | 'email'>) {
  return (
    <p>
      Zu <strong>{email}</strong> gibt es schon ein Konto.{' '}
      <AccountLink to="login" club={club}>
        Einloggen
      </AccountLink>
    </p>
  );
}

function Accept({ token }: { token: string }) {
  const { accept } = useInvitationMutations();
  return (
    <>
      <Refusal error={accept.error} />
      <PlainButton look="main" disabled={accept.isPending} onClick={() => accept.mutate(token)}>
        Annehmen
      </PlainButton>
    </>
  );
}
