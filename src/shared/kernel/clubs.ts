import type { Feature } from './permissions.ts';

/** The three clubs of the specification (section 1); the name of a selected club is upper case (section 3). */
export const clubNames = ['RWA', 'SCB', 'GSV'] as const;

export type ClubName = (typeof clubNames)[number];

/** The association of the town: it takes over news of its clubs and sees the sums of their reports. */
export const associationClub = 'GSV' satisfies ClubName;

export type FooterLink = { text: string; link: string };

/** A club config entry as in section 3 of the specification: what a super may change. */
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

/** What every site knows of each club: how it is called in full, which parts it has on, and where its own site is. */
export type KnownClub = Omit<Club, 'image' | 'slogan' | 'footerLinks'> & { site: string };

/** The look of a club that is drawn into the application (section 2, "Club look"). */
export type ClubLook = {
  /** Ten shades from light to dark; the seventh is the club's colour on white. */
  primary: readonly [string, string, string, string, string, string, string, string, string, string];
  favicon: string;
  touchIcon: string;
  themeColor: string;
  /** Admin and login links show only for RWA and SCB. */
  showsStaffLinks: boolean;
};

/** The club entries with the specification's flags and links; a new database starts with them. */
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

/** What each club looks like: RWA red, SCB blue, GSV amber. */
export const clubLooks: { readonly [name in ClubName]: ClubLook } = {
  RWA: {
    primary: ['#FFEBEE', '#FBD5DA', '#F2A9B2', '#EA7A88', '#E35264', '#DF394D', '#CC091E', '#B00719', '#930615', '#750410'],
    favicon: '/clubs/rwa-favicon.svg',
    touchIcon: '/clubs/rwa-touch.png',
    themeColor: '#CC091E',
    showsStaffLinks: true,
  },
  SCB: {
    primary: ['#E7F1FF', '#CFE0FA', '#9EBEF2', '#6A9AEA', '#407BE3', '#2668DF', '#1D5BCB', '#134CB0', '#0A439E', '#00398B'],
    favicon: '/clubs/scb-favicon.svg',
    touchIcon: '/clubs/scb-touch.png',
    themeColor: '#1D5BCB',
    showsStaffLinks: true,
  },
  GSV: {
    // Amber as a surface, with dark words on it; dark amber, from the eighth shade on, as a text.
    primary: ['#FFFBEB', '#FEF3C7', '#FDE68A', '#FCD34D', '#FBBF24', '#F8B12B', '#F59E0B', '#8A4B00', '#7A3E00', '#613200'],
    favicon: '/clubs/gsv-favicon.svg',
    touchIcon: '/clubs/gsv-touch.png',
    themeColor: '#F59E0B',
    showsStaffLinks: false,
  },
};

/** The crest of a club as an app shows it; `maskable` has room around it, so that no phone cuts it. */
export function clubIcon(name: ClubName, kind: '192' | '512' | 'maskable'): string {
  return `/clubs/${name.toLowerCase()}-${kind}.png`;
}

/** The hosts of each club; they come from the settings. */
export type ClubHosts = { readonly [name in ClubName]: readonly string[] };

/** The club whose look a host name shows: hosts of SCB and GSV show theirs, every other host shows RWA (section 1). */
export function clubOfHost(host: string, hosts: ClubHosts): ClubName {
  const name = host.toLowerCase().replace(/:\d+$/, '');
  if (hosts.SCB.includes(name)) return 'SCB';
  return hosts.GSV.includes(name) ? 'GSV' : 'RWA';
}

/** Which parts of a club are on. */
export type ClubFlags = Pick<Club, 'hasContent' | 'hasNews' | 'hasParticipations' | 'hasOperationals'>;

/** Whether a switchable part of a club is on. */
export function hasFeature(club: ClubFlags, feature: Feature): boolean {
  const flags = {
    content: club.hasContent,
    news: club.hasNews,
    participations: club.hasParticipations,
    operationals: club.hasOperationals,
  };
  return flags[feature];
}
