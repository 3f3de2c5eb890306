import { useQuery } from '@tanstack/react-query';
import type { Voucher } from '#shared/money/expenses/contract.ts';
import { givenName } from '#web/lib/storage/fileNames.ts';
import { PaperButton } from '#web/people/parts/PaperButton.tsx';
import { useObjectUrl } from '#web/ui/files/useObjectUrl.ts';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import classes from './expenses.module.css';
import { voucherQuery } from './queries.ts';

/** The vouchers of an expense: photos as pictures, other files to download. */
export function Vouchers({ vouchers }: { vouchers: readonly Voucher[] }) {
  return (
    <ul className={classes['vouchers']}>
      {vouchers.map(({ path, contentType }) => (
        <li key={path}>{contentType.startsWith('image/') ? <Photo path={path} /> : <PaperButton path={path} />}</li>
      ))}
    </ul>
  );
}

/** A photo of a voucher in its place, which is kept while it loads; it opens in full size in a new tab. */
export function Photo({ path }: { path: string }) {
  const { data, error, refetch } = useQuery(voucherQuery(path));
  const url = useObjectUrl(data);
  if (error) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  const name = givenName(path);
  return (
    <a className={classes['photo']} href={url} target="_blank" rel="noopener">
      {url && <img src={url} alt={`Beleg ${name}, in voller Größe öffnen`} />}
    </a>
  );
}
