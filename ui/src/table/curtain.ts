// One device for several: whether to hide the table until the next person is ready, and what nobody sees before.
import type { HandCard, Report, TableMessage, ViewMessage } from '../protocol.ts';
import type { Curtain } from '../settings.svelte.ts';

type Shown = { players?: readonly { hand?: readonly HandCard[] }[] };

/** Whether a seat's screen shows what the others at this device may not see, compared with one of theirs. */
export function isSecret(options: TableMessage['options'], view: ViewMessage['view'], seat: number): boolean {
  const hand = (view as Shown).players?.[seat]?.hand;
  return !hand || options.visible === false || hand.some((held) => !held.card);
}

export function isDrawn(curtain: Curtain, table: TableMessage, message: ViewMessage, seat: number): boolean {
  return curtain === 'always' || (curtain === 'secret' && isSecret(table.options, message.view, seat));
}

/** Whether a seat holds a card that turned over on this screen before it was known who looks. */
export function isCovered(view: ViewMessage['view'], seat: number): boolean {
  return !!(view as Shown).players?.[seat]?.hand?.some((held) => !held.card);
}

/**
 * What a screen shows of a seat's view while others may look too: cards that it alone may know lie face down, in its
 * hand and in the story of its moves.
 */
export function cover(message: ViewMessage, options: TableMessage['options']): ViewMessage {
  const { seat, view } = message;
  const { players } = view as Shown;
  const hides = (held: HandCard): boolean => held.blind || options.visible === false;
  if (seat === null || !players?.[seat]?.hand?.some(hides)) return message;
  const hand = players[seat].hand.map((held) => (hides(held) ? { ...held, card: null } : held));
  const seen = {
    ...(view as object),
    players: players.map((player, i) => (i === seat ? { ...player, hand } : player)),
  };
  const untold = (report: Report): Report =>
    report.seat === seat && /^reserve \d$/.test(report.move)
      ? { ...report, facts: { ...report.facts, card: null } }
      : report;
  return { ...message, view: seen as ViewMessage['view'], reports: message.reports.map(untold) };
}
