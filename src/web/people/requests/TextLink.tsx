import { useQuery } from '@tanstack/react-query';
import { boot } from '#web/lib/boot.ts';
import { payloadQuery } from '#web/lib/call/payload.ts';

type TextLinkProps = {
  /** What it is called, and how the address of its page begins. */
  label: string;
  slug: string;
  /** The club must have it, whether or not its list of pages shows it. */
  isAlways?: boolean;
};

/** A text that is agreed to, to be read in another tab; only its name where the club has no page for it. */
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
