import { pictureUrl, pictureWidths } from '#shared/kernel/storage.ts';

type StoredPictureProps = {
  path: string;
  /** The file's version for the URL; without it browsers revalidate after five minutes. */ generation?: string | undefined;
  /** The text alternative; empty when the text beside it says the same. */ alt: string;
  /** The value of the `sizes` attribute. */ sizes: string;
  className?: string | undefined;
  width?: number;
  height?: number;
};

/** A stored picture in the size that fits the screen, with the space reserved until it has loaded (default 16 : 9). */
export function StoredPicture({ path, generation, alt, width = 960, height = 540, ...rest }: StoredPictureProps) {
  const set = pictureWidths.map((one) => `${pictureUrl(path, one, generation)} ${one}w`).join(', ');
  const size = { width, height };
  return (
    <img data-picture src={pictureUrl(path, 960, generation)} srcSet={set} alt={alt} loading="lazy" decoding="async" {...size} {...rest} />
  );
}
