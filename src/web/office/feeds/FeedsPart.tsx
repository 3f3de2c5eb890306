import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { api } from '#web/lib/call/call.ts';
import { firstReason } from '#web/lib/call/failure.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { PlainButton, plainButton } from '#web/ui/plain/PlainButton.tsx';
import { CopyButton } from '#web/ui/plain/CopyButton.tsx';
import classes from './feeds.module.css';

/** Personal calendar URLs: created per device, shown once, revocable. */
export function FeedsPart() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['profile', 'feeds'] });
  const query = useQuery({ queryKey: ['profile', 'feeds'], queryFn: () => api.feeds.list() });
  const create = useMutation({ mutationFn: (label: string) => api.feeds.create({ label }), onSettled });
  const revoke = useMutation({ mutationFn: (id: string) => api.feeds.revoke({ id }), onSettled });
  const [label, setLabel] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(label, { onSuccess: () => setLabel('') });
  };
  return (
    <PagePart title="Mein Kalender" lead="Ihre Termine im Kalender von Telefon oder Rechner: je Gerät eine eigene, geheime Adresse.">
      {!query.data && <Loading query={query} />}
      <ul className={classes['list']} aria-label="Kalenderadressen">
        {query.data?.map((feed) => (
          <li key={feed.id} className={classes['row']}>
            <span>
              <strong>{feed.label}</strong>
              <span className={classes['quiet']}> zuletzt gelesen: {formatDateTime(feed.lastUsedAt)}</span>
            </span>
            <PlainButton onClick={() => revoke.mutate(feed.id)} aria-label={`${feed.label} widerrufen`}>
              Widerrufen
            </PlainButton>
          </li>
        ))}
      </ul>
      {create.data && (
        <output className={classes['address']}>
          Diese Adresse wird nur jetzt gezeigt. Auf diesem Gerät genügt ein Tipp; für ein anderes kopieren Sie sie und tragen sie dort im
          Kalender unter „Abonnieren“ ein.
          <code>{`${location.origin}${create.data.path}`}</code>
          <span className={classes['ways']}>
            <a className={plainButton()} href={`webcal://${location.host}${create.data.path}`}>
              Im Kalender öffnen
            </a>
            <CopyButton text={`${location.origin}${create.data.path}`}>Adresse kopieren</CopyButton>
          </span>
        </output>
      )}
      <form onSubmit={submit} noValidate className={classes['row']}>
        <label className={classes['label']}>
          Gerät
          <input
            value={label}
            maxLength={60}
            required
            placeholder="Mein Telefon"
            onChange={(event) => setLabel(event.currentTarget.value)}
          />
        </label>
        <PlainButton type="submit" disabled={create.isPending || label.trim() === ''}>
          Adresse anlegen
        </PlainButton>
      </form>
      {create.error && <p role="alert">{firstReason(create.error)}</p>}
    </PagePart>
  );
}
