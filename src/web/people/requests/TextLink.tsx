import { useQuery } from '@tanstack/react-query';
import { boot } from '#web/lib/boot.ts';
import { payloadQuery } from '#web/lib/call/payload.ts';

type TextLinkProps = {
  /** Its name, and the beginning of its page's slug. */
  label: string;
  slug: string;
  /** The club must publish it, whether or not its page list shows it. */
  isAlways?: boolean;
};

/** A link to a text that is agreed to, in a new tab; only the name if the club has no page for it. */
export function TextLink({ label, slug, isAlways = false }: TextLinkProps) {
  const { data } = useQuery(payloadQuery<{ pages: readonly { slug: string }[] }>('myClub'));
  const page = data?.data.pages.find((one) => one.slug.startsWith(slug));
  if (!page && !isAlways) return label;
  return (
    <a href={`/${boot.club.name.toLowerCase()}/${page?.slug ?? slug}`} target="_blank" rel="noopener">
      {label}
    </a>
  );
}
