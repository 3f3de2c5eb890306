/** The illustration of an offer without a picture, by a word in its title; an icon of the collection "tabler". */
const motifs: readonly (readonly [words: RegExp, icon: string])[] = [
  [/reha|orthopäd|herz|rücken|wirbel/iu, 'heartbeat'],
  [/schwimm|wasser|aqua|seepferd|tauch/iu, 'swimming'],
  [/yoga|pilates|entspann|qi.?gong|achtsam/iu, 'yoga'],
  [/tanz|hip.?hop|zumba|ballett|jazz|chor/iu, 'music'],
  [/fußball|fussball|bolz|kick/iu, 'ball-football'],
  [/volleyball/iu, 'ball-volleyball'],
  [/basketball/iu, 'ball-basketball'],
  [/handball/iu, 'play-handball'],
  [/tischtennis/iu, 'ping-pong'],
  [/tennis|badminton|federball|squash/iu, 'ball-tennis'],
  [/judo|karate|verteidig|kampf|ju.?jutsu|box/iu, 'karate'],
  [/lauf|leichtathlet|jogg|sprint/iu, 'run'],
  [/walking|wander|spazier/iu, 'walk'],
  [/fahrrad|radsport|radfahr|spinning/iu, 'bike'],
  [/fitness|kraft|zirkel|functional|bauch/iu, 'barbell'],
  [/ferien|camp|freizeit|zelt/iu, 'tent'],
  [/senior|60|älter/iu, 'stretching'],
  [/turn|gymnast|akrobat|parkour/iu, 'gymnastics'],
  [/eltern|kind|minis|mäuse|kleinkind/iu, 'mood-kid'],
];

/** Falls back to a neutral illustration. */
export function motifOf(title: string): string {
  return motifs.find(([words]) => words.test(title))?.[1] ?? 'shirt-sport';
}
