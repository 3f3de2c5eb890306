import { Button, Input } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { largestBytes, ownVoucherFolder } from '#shared/kernel/storage.ts';
import { vouchersAtMost } from '#shared/money/expenses/rules.ts';
import { clubStorage } from '#web/lib/storage/clubStorage.ts';
import { givenName, storedName } from '#web/lib/storage/fileNames.ts';
import { UploadBox } from '#web/ui/files/UploadBox.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import classes from './expenses.module.css';
import { Photo } from './Vouchers.tsx';

type VouchersFieldProps = {
  userId: string;
  /** The storage paths of the chosen vouchers. */ value: readonly string[];
  isRequired: boolean;
  error: ReactNode;
  onChange: (paths: string[]) => void;
};

/** The vouchers of an expense in its form: each is uploaded at once to the viewer's own folder, and the form holds its path. */
export function VouchersField({ userId, value, isRequired, error, onChange }: VouchersFieldProps) {
  const [isAdding, setIsAdding] = useState(false);
  const folder = ownVoucherFolder(userId);
  const remove = (path: string) => {
    onChange(value.filter((one) => one !== path));
    // What stays behind in the own folder belongs to no expense.
    if (path.startsWith(folder))
      void clubStorage()
        .delete(path)
        .catch(() => undefined);
  };
  return (
    <Input.Wrapper label={isRequired ? 'Beleg' : 'Beleg (freiwillig)'} required={isRequired} error={error} labelElement="div">
      {value.length > 0 && (
        <ul className={classes['vouchers']}>
          {value.map((path) => (
            <li key={path} className={classes['chosen']}>
              <Chosen path={path} />
              <Button
                variant="default"
                leftSection={<Icon name="trash" size={18} />}
                aria-label={`Beleg entfernen: ${givenName(path)}`}
                onClick={() => remove(path)}
              >
                Entfernen
              </Button>
            </li>
          ))}
        </ul>
      )}
      {value.length === 0 || isAdding ? (
        <UploadBox
          what="Beleg"
          kind="vouchers"
          largestBytes={largestBytes.vouchers}
          pathOf={(file) => `${folder}${storedName(file.name)}`}
          onStored={({ fullPath }) => {
            setIsAdding(false);
            onChange([...value, fullPath]);
          }}
        />
      ) : (
        value.length < vouchersAtMost && (
          <Button variant="default" leftSection={<Icon name="plus" size={18} />} onClick={() => setIsAdding(true)}>
            Noch ein Beleg
          </Button>
        )
      )}
    </Input.Wrapper>
  );
}

function Chosen({ path }: { path: string }) {
  return /\.pdf$/i.test(path) ? (
    <span className={classes['file']}>
      <Icon name="file" size={24} /> {givenName(path)}
    </span>
  ) : (
    <Photo path={path} />
  );
}
