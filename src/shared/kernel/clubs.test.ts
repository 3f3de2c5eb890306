import fc from 'fast-check';
import { expect, test } from 'vitest';
import { weekdayNames } from './calendar.ts';
import { clubNames, clubOfHost, defaultClubs, type ClubHosts } from './clubs.ts';

const hosts: ClubHosts = { RWA: ['rwa.example', 'www.rwa.example'], SCB: ['scb.example'], GSV: ['gsv.example', 'sport.example'] };

test('each host maps to its club, in any spelling, with a final dot and with any port', () => {
  const known = clubNames.flatMap((club) => hosts[club].map((host): [string, string] => [host, club]));
  fc.assert(
    fc.property(fc.constantFrom(...known), fc.option(fc.nat(65_535)), fc.boolean(), fc.boolean(), ([host, club], port, isLoud, isWhole) => {
      const name = `${isLoud ? host.toUpperCase() : host}${isWhole ? '.' : ''}`;
      expect(clubOfHost(port === null ? name : `${name}:${port}`, hosts)).toBe(club);
    }),
  );
});

test('the local host and every unknown host map to the first club', () => {
  for (const host of ['localhost', '127.0.0.1', '[::1]:3000', '', 'scb.example.evil', 'xscb.example'])
    expect(clubOfHost(host, hosts)).toBe('RWA');
  fc.assert(
    fc.property(
      fc.string(),
      (host) => hosts.SCB.includes(host.toLowerCase()) || hosts.GSV.includes(host.toLowerCase()) || clubOfHost(host, hosts) === 'RWA',
    ),
  );
});

test('the name of a selected club is upper case, and a week has seven days from Monday on', () => {
  for (const name of clubNames) expect(defaultClubs[name].name).toBe(name.toUpperCase());
  expect(weekdayNames).toEqual(['Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag', 'Sonntag']);
});
