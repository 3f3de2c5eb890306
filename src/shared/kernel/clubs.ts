import type { Feature } from './permissions.ts';
import { clubShades, type Shades } from './look/look.ts';

/** The three clubs of the specification (section 1); the name of a selected club is upper-case (section 3). */
export const clubNames = ['RWA', 'SCB', 'GSV'] as const;

export type ClubName = (typeof clubNames)[number];

/** The association of the town: it republishes news of its clubs and sees the totals of their reports. */
export const associationClub = 'GSV' satisfies ClubName;

export type FooterLink = { text: string; link: string };

/** A club config entry (specification section 3): the fields that a super may change. */
export type Club = {
  name: ClubName;
  image: string;
  displayName: string;
  slogan: string;
  title: string;
  hasContent: boolean;
  hasNews: boolean;
  hasParticipations: boolean;
  hasOperationals: boolean;
  footerLinks: FooterLink[];
};

/** What every site knows of each club: its names, its feature flags and the URL of its own site. */
export type KnownClub = Omit<Club, 'image' | 'slogan' | 'footerLinks'> & { site: string };

/** The look of a club, built into the application (section 2, "Club look"). */
export type ClubLook = {
  /** Ten shades from light to dark; the seventh is the club's colour on white. */
  primary: Shades;
  favicon: string;
  touchIcon: string;
  themeColor: string;
  /** Whether admin and sign-in links are shown: only for RWA and SCB. */
  showsStaffLinks: boolean;
};

/** The club entries with the specification's flags and links; the initial data of a new database. */
export const defaultClubs: { readonly [name in ClubName]: Club } = {
  RWA: {
    name: 'RWA',
    image: '/clubs/rwa-header.svg',
    displayName: 'Rot-Weiß Auenfeld',
    slogan: 'Ein Verein. Viele Wege, sich zu bewegen.',
    title: 'Rot-Weiß Auenfeld – Sport für alle',
    hasContent: true,
    hasNews: true,
    hasParticipations: true,
    hasOperationals: true,
    footerLinks: [
      { text: 'Impressum', link: '/rwa/impressum' },
      { text: 'Kontakt', link: '/rwa/kontakt' },
      { text: 'Datenschutz', link: '/rwa/datenschutz' },
    ],
  },
  SCB: {
    name: 'SCB',
    image: '/clubs/scb-header.svg',
    displayName: 'SC Blautal',
    slogan: 'Gemeinsam in Bewegung.',
    title: 'SC Blautal – der Sportclub im Tal',
    hasContent: false,
    hasNews: false,
    hasParticipations: false,
    hasOperationals: false,
    footerLinks: [
      { text: 'Impressum', link: '/scb/impressum' },
      { text: 'Kontakt', link: '/scb/kontakt' },
      { text: 'Datenschutz', link: '/scb/datenschutz' },
    ],
  },
  GSV: {
    name: 'GSV',
    image: '/clubs/gsv-header.svg',
    displayName: 'Gemeindesportverband Auenfeld',
    slogan: 'Alle Vereine. Alle Hallen. Ein Plan.',
    title: 'Gemeindesportverband Auenfeld',
    hasContent: false,
    hasNews: false,
    hasParticipations: false,
    hasOperationals: false,
    footerLinks: [
      { text: 'Impressum', link: '/gsv/impressum' },
      { text: 'Kontakt', link: '/gsv/kontakt' },
    ],
  },
};

/** The look of each club: RWA red, SCB blue, GSV amber. */
export const clubLooks: { readonly [name in ClubName]: ClubLook } = {
  RWA: {
    primary: clubShades.RWA,
    favicon: '/clubs/rwa-favicon.svg',
    touchIcon: '/clubs/rwa-touch.png',
    themeColor: clubShades.RWA[6],
    showsStaffLinks: true,
  },
  SCB: {
    primary: clubShades.SCB,
    favicon: '/clubs/scb-favicon.svg',
    touchIcon: '/clubs/scb-touch.png',
    themeColor: clubShades.SCB[6],
    showsStaffLinks: true,
  },
  GSV: {
    primary: clubShades.GSV,
    favicon: '/clubs/gsv-favicon.svg',
    touchIcon: '/clubs/gsv-touch.png',
    themeColor: clubShades.GSV[6],
    showsStaffLinks: false,
  },
};

/** The path of a club's app icon; `maskable` has a safe zone around the crest, since phones crop it. */
export function clubIcon(name: ClubName, kind: '192' | '512' | 'maskable'): string {
  return `/clubs/${name.toLowerCase()}-${kind}.png`;
}

/** The host names of each club, from the server's settings. */
export type ClubHosts = { readonly [name in ClubName]: readonly string[] };

/** The club whose look a host name shows: SCB and GSV for their hosts, RWA for every other host (section 1). */
export function clubOfHost(host: string, hosts: ClubHosts): ClubName {
  const name = host.toLowerCase().replace(/\.?(?::\d+)?$/, '');
  if (hosts.SCB.includes(name)) return 'SCB';
  return hosts.GSV.includes(name) ? 'GSV' : 'RWA';
}

/** The feature flags of a club. */
export type ClubFlags = Pick<Club, 'hasContent' | 'hasNews' | 'hasParticipations' | 'hasOperationals'>;

/** Whether a feature of a club is switched on. */
export function hasFeature(club: ClubFlags, feature: Feature): boolean {
  const flags = {
    content: club.hasContent,
    news: club.hasNews,
    participations: club.hasParticipations,
    operationals: club.hasOperationals,
  };
  return flags[feature];
}
