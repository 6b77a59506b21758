// What the tray says: how far the draft is, what it would do, and what it waits for.

import { turnWords } from '../../../table/seats.ts';
import { capital } from '../../../words/sentence.ts';
import { language, t, variant } from '../../../words/words.svelte.ts';
import { card, GOLD } from '../box.ts';
import type { People } from '../look.ts';
import type { Desk } from '../moveDraft.svelte.ts';
import { isEmpty, lack } from '../pick.ts';
import { cardWords, givenWords, nobleWords, paidWords, tokenWords } from '../sentences.ts';

/** What the tokens that are picked still need to be a move. */
export function missingWords(desk: Desk): string {
  const found = desk.phase === 'play' && desk.draft.target === null ? lack(desk.draft, desk.moves) : null;
  return found ? t(found.again ? 'page.tray.lack_again' : 'page.tray.lack', { count: found.colours }) : '';
}

/** What there is to do now, or what is missing if that has no other place. */
export function headingWords(desk: Desk, missing: string): string {
  const { session, draft, phase } = desk;
  const { title } = desk.box;
  if (session.status !== 'open')
    return t(session.restarting ? 'page.tray.restarting' : session.pending ? 'page.tray.kept' : 'page.tray.lost');
  if (session.pending) return t('page.tray.sending');
  if (missing) return missing;
  if (session.left) return t(`page.table.${session.left}`);
  if (session.standIn) return t('page.table.stand_in');
  if (!desk.myTurn) return isEmpty(draft) ? '' : t('page.tray.plan');
  if (phase === 'return') return t('page.tray.give', { count: desk.owed });
  if (phase === 'pay') return t('page.tray.pay');
  if (phase === 'noble') return t(variant('page.tray.noble', title));
  if (draft.verb === 'buy') return t(variant('page.tray.buy', title));
  if (draft.verb === 'reserve') return t('page.tray.reserve');
  return turnWords(session, desk.seat, 'page.tray.move');
}

/** What the draft changes, in numbers: tokens, cards of the hand, points. */
export function pillWords(desk: Desk): string {
  const { me, draft, phase, target } = desk;
  if (!me || desk.isOver) return '';
  const held = me.tokens.reduce((a, b) => a + b, 0);
  if (phase === 'return' && desk.myTurn) return `${held - draft.letters.length} / ${desk.view.numbers.limit}`;
  if (draft.verb === 'buy' && target) {
    const won = card(desk.box, target).points;
    const to = me.points + won;
    return won ? t('page.tray.points', { count: to, from: me.points, to }) : '';
  }
  if (draft.verb === 'reserve') return t('page.tray.hand', { from: me.hand.length, to: me.hand.length + 1 });
  if (draft.letters && phase === 'play') return t('page.tray.tokens', { from: held, to: held + draft.letters.length });
  return '';
}

/** The draft as a sentence, with what it still needs. */
export function sentenceWords(desk: Desk, missing: string): string {
  const { box, draft, target } = desk;
  const { title } = box;
  const pre = `${title}.do`;
  if (draft.verb === 'buy' && target && desk.price) {
    const paid = paidWords(box, desk.price, draft.gold);
    return paid
      ? t(`${pre}.buy`, { card: cardWords(box, target), paid })
      : t(`${pre}.buy_free`, { card: cardWords(box, target) });
  }
  if (draft.verb === 'reserve') {
    const done = target
      ? t(`${pre}.reserve`, { card: cardWords(box, target) })
      : t(`${pre}.reserve_deck`, { level: draft.target ?? '' });
    return `${done}. ${t(variant((desk.view.bank[GOLD] ?? 0) > 0 ? 'page.tray.with_gold' : 'page.tray.no_gold', title))}`;
  }
  if (draft.target && target) return cardWords(box, target);
  if (draft.noble !== null)
    return t(`${pre}.noble`, { noble: t(`${title}.noble.${desk.view.nobles[draft.noble - 1]}`) });
  if (draft.letters && desk.phase === 'return') return t(`${pre}.return`, { tokens: givenWords(box, draft.letters) });
  if (draft.letters) return `${t(`${pre}.take`, { tokens: tokenWords(box, draft.letters) })} ${missing}`.trim();
  if (desk.named !== null) return nobleWords(box, desk.view, desk.named);
  return '';
}

/** What the tray waits for while there is no draft. */
export function idleWords(desk: Desk, people: People): string {
  const { session } = desk;
  const { title } = desk.box;
  if (desk.isOver) return t(`${title}.phase.over`);
  if (session.table?.paused) return t('page.tray.paused');
  if (session.left) return t('page.table.played_on');
  const actor = session.view?.actors[0];
  if (desk.seat === null || session.standIn)
    return actor === undefined ? '' : t('page.turn.of', { name: people(actor).name });
  if (!desk.myTurn) return actor === undefined ? '' : t('page.tray.wait', { name: people(actor).name });
  if (desk.mustPass) return t(`${title}.do.pass`);
  return desk.phase === 'noble' ? t(`${title}.phase.noble`) : canWords(title, desk.view.moves);
}

/**
 * What the player can do, and nothing else: the tray does not tell somebody with three reserved cards to reserve one.
 */
export function canWords(title: string, moves: readonly string[]): string {
  const can = ['take', 'reserve', 'buy'].filter((verb) => moves.some((move) => move.startsWith(verb)));
  if (can.length === 3) return t(`${title}.phase.play`);
  const words = can.map((verb) => t(`${title}.phase.play_${verb}`));
  return capital(new Intl.ListFormat(language(), { type: 'disjunction' }).format(words));
}
