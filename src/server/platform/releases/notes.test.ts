import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../process/root.ts';
import { temporaryFolder } from '#test/processes.ts';
import { unitsToCopy } from './notes.ts';

/** A release and the folder of systemd with the same units, as copied by an administrator. */
function installed() {
  const folder = temporaryFolder();
  const [release, systemd] = [path.join(folder, '1.0.2'), path.join(folder, 'systemd')];
  for (const one of [path.join(release, 'deploy'), systemd]) fs.mkdirSync(one, { recursive: true });
  const deploy = path.join(projectRoot, 'deploy');
  const names = fs.globSync('vereinsportal*', { cwd: deploy });
  for (const name of names)
    for (const to of [path.join(release, 'deploy'), systemd]) fs.copyFileSync(path.join(deploy, name), path.join(to, name));
  const alter = (name: string) => fs.appendFileSync(path.join(systemd, name), '# of 1.0.1\n');
  return { folder, release, systemd, names, alter };
}

test('units that differ from those of systemd are listed with the commands for an administrator', () => {
  const { folder, release, systemd, alter } = installed();
  const home = '/srv/vereinsportal';
  expect(unitsToCopy(release, { home }, systemd)).toEqual([]);
  for (const name of ['vereinsportal-backup.timer', 'vereinsportal.service']) alter(name);
  // A unit that the operator wrote is theirs, and so is a folder written by `systemctl edit`.
  fs.writeFileSync(path.join(systemd, 'vereinsportal-own.service'), 'own');
  fs.mkdirSync(path.join(systemd, 'vereinsportal.service.d'));
  expect(unitsToCopy(release, { home }, systemd)).toEqual([
    `Anders als bisher in ${systemd}: vereinsportal-backup.timer, vereinsportal.service. Als Administrator:`,
    `  sudo cp /srv/vereinsportal/current/deploy/vereinsportal-backup.timer ${systemd}/`,
    `  sudo cp /srv/vereinsportal/current/deploy/vereinsportal.service ${systemd}/`,
    '  sudo systemctl daemon-reload',
    '  sudo systemctl restart vereinsportal',
  ]);
  fs.rmSync(folder, { recursive: true });
});

test('an installation lists only the units that run it, and names its own service', () => {
  const { folder, release, systemd, names, alter } = installed();
  for (const name of names) alter(name);
  const of = (home: string) => unitsToCopy(release, { home }, systemd);
  for (const home of ['/home/anna/portal', '/home/anna/srv/vereinsportal', '/srv/vereinsportal-test/portal', '/srv/verein'])
    expect(of(home)).toEqual([]);
  expect(of('/srv/vereinsportal')[0]).toContain('vereinsportal-backup.service, vereinsportal-backup.timer, vereinsportal.service.');
  expect(of('/srv/vereinsportal-2')).toEqual([
    `Anders als bisher in ${systemd}: vereinsportal@.service. Als Administrator:`,
    `  sudo cp /srv/vereinsportal-2/current/deploy/vereinsportal@.service ${systemd}/`,
    '  sudo systemctl daemon-reload',
    '  sudo systemctl restart vereinsportal@2',
  ]);
  // A folder on another disk, which systemd reaches by a link.
  const [disk, link] = [path.join(folder, 'disk'), path.join(folder, 'srv')];
  fs.mkdirSync(disk);
  fs.symlinkSync(disk, link);
  fs.writeFileSync(path.join(systemd, 'vereinsportal.service'), `WorkingDirectory=${link}\n`);
  expect(of(disk)[0]).toContain('vereinsportal.service');
  fs.rmSync(folder, { recursive: true });
});
