/** The levels of dunning: a friendly reminder, then three dunning notices. */
export const dunningLevels = [0, 1, 2, 3] as const;
export type DunningLevel = (typeof dunningLevels)[number];

/** How a notice of a level is sent; payers without an email address always get a letter. */
export const dunningChannels = ['mail', 'letter', 'both'] as const;
export type DunningChannel = (typeof dunningChannels)[number];

/** The states of a dunning run; it can be undone on its day only. */
export const dunningRunStates = ['done', 'undone'] as const;

/** The German words for the states of a dunning run. */
export const dunningRunStateNames: { readonly [state in (typeof dunningRunStates)[number]]: string } = {
  done: 'verschickt',
  undone: 'zurückgenommen',
};

/** The German words for the channels of a dunning notice. */
export const dunningChannelNames: { readonly [channel in DunningChannel]: string } = {
  mail: 'E-Mail',
  letter: 'Brief',
  both: 'E-Mail und Brief',
};

/** The text and fee of a club at one level. */
export type DunningStage = {
  level: DunningLevel;
  name: string;
  /** Days after the due day; for later levels after the previous notice. */
  afterDays: number;
  feeCents: number;
  /** The payment term in days. */
  dueDays: number;
  text: string;
  channel: DunningChannel;
};

/** The levels of a club without its own settings; the first two are free. */
export const defaultStages: readonly DunningStage[] = [
  {
    level: 0,
    name: 'Zahlungserinnerung',
    afterDays: 7,
    feeCents: 0,
    dueDays: 14,
    text: 'vielleicht haben Sie es übersehen: Die folgenden Beträge sind noch offen.',
    channel: 'mail',
  },
  {
    level: 1,
    name: '1. Mahnung',
    afterDays: 14,
    feeCents: 0,
    dueDays: 14,
    text: 'auf unsere Zahlungserinnerung haben wir noch keinen Eingang gefunden. Bitte zahlen Sie die folgenden Beträge.',
    channel: 'mail',
  },
  {
    level: 2,
    name: '2. Mahnung',
    afterDays: 14,
    feeCents: 250,
    dueDays: 14,
    text: 'trotz unserer Mahnung sind die folgenden Beträge noch offen. Bitte zahlen Sie jetzt.',
    channel: 'mail',
  },
  {
    level: 3,
    name: 'Letzte Mahnung',
    afterDays: 14,
    feeCents: 500,
    dueDays: 14,
    text: 'dies ist unsere letzte Mahnung. Zahlen Sie bis zum genannten Tag nicht, prüfen wir das gerichtliche Mahnverfahren.',
    channel: 'letter',
  },
];
