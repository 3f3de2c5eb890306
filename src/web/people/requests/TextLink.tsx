type TextLinkProps = {
  label: string;
  /** The path of its page; null without one. */
  address: string | null;
};

/** A link to a text that is agreed to, in a new tab, so that typed values stay; only the name without a page. */
export function TextLink({ label, address }: TextLinkProps) {
  if (!address) return label;
  return (
    <a href={address} target="_blank" rel="noopener">
      {label}
    </a>
  );
}
