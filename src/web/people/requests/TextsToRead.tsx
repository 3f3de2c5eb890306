import { useQuery } from '@tanstack/react-query';
import { boot } from '#web/lib/boot.ts';
import { payloadQuery } from '#web/lib/call/payload.ts';

/** What is agreed to, to be read: those of the texts that the club has on its site. */
export function TextsToRead() {
  const { data } = useQuery(payloadQuery<{ pages: readonly { slug: string; label: string }[] }>('myClub'));
  const texts = (data?.data.pages ?? []).filter(({ slug }) => /^(satzung|beitr|datenschutz)/.test(slug));
  const place = `/${boot.club.name.toLowerCase()}/`;
  const shown = texts.some(({ slug }) => slug === 'datenschutz') ? texts : [...texts, { slug: 'datenschutz', label: 'Datenschutz' }];
  return (
    <p>
      Zum Nachlesen:{' '}
      {shown.map(({ slug, label }, at) => (
        <span key={slug}>
          {at > 0 && ', '}
          <a href={`${place}${slug}`} target="_blank" rel="noopener">
            {label}
          </a>
        </span>
      ))}
    </p>
  );
}
