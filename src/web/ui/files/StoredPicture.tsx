import { pictureUrl, pictureWidths } from '#shared/kernel/storage.ts';

type StoredPictureProps = {
  path: string;
  /** Without it the browser asks again after five minutes. */ generation?: string | undefined;
  /** What it shows; empty where the text beside it says the same. */ alt: string;
  /** How wide it stands on the page, as the attribute `sizes` says it. */ sizes: string;
  className?: string | undefined;
  width?: number;
  height?: number;
};

/** A stored picture in the size that fits the screen. Until it is there its place is kept, in the form of most photos. */
export function StoredPicture({ path, generation, alt, width = 960, height = 540, ...rest }: StoredPictureProps) {
  const set = pictureWidths.map((one) => `${pictureUrl(path, one, generation)} ${one}w`).join(', ');
  const size = { width, height };
  return (
    <img data-picture src={pictureUrl(path, 960, generation)} srcSet={set} alt={alt} loading="lazy" decoding="async" {...size} {...rest} />
  );
}
