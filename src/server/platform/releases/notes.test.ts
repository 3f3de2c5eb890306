import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#test/processes.ts';
import { unitsToCopy } from './notes.ts';

test('units that systemd has in another form are named with the commands for an administrator', () => {
  const folder = temporaryFolder();
  const [release, systemd] = [path.join(folder, '1.0.2'), path.join(folder, 'systemd')];
  for (const one of [path.join(release, 'deploy'), systemd]) fs.mkdirSync(one, { recursive: true });
  for (const name of ['vereinsportal.service', 'vereinsportal-backup.timer', 'vereinsportal@.service'])
    fs.writeFileSync(path.join(release, 'deploy', name), `${name} of 1.0.2`);
  expect(unitsToCopy(release, { home: '/srv/vereinsportal' }, systemd)).toEqual([]);
  fs.writeFileSync(path.join(systemd, 'vereinsportal-backup.timer'), 'vereinsportal-backup.timer of 1.0.2');
  fs.writeFileSync(path.join(systemd, 'vereinsportal.service'), 'vereinsportal.service of 1.0.1');
  // A unit of somebody's own is theirs, and a folder beside one what `systemctl edit` wrote.
  fs.writeFileSync(path.join(systemd, 'vereinsportal-own.service'), 'own');
  fs.mkdirSync(path.join(systemd, 'vereinsportal.service.d'));
  expect(unitsToCopy(release, { home: '/srv/vereinsportal' }, systemd)).toEqual([
    `Anders als bisher in ${systemd}: vereinsportal.service. Als Administrator:`,
    `  sudo cp /srv/vereinsportal/current/deploy/vereinsportal.service ${systemd}/`,
    '  sudo systemctl daemon-reload',
    '  sudo systemctl restart vereinsportal',
  ]);
  fs.rmSync(folder, { recursive: true });
});
