// What moved between two views: chips from pile to pile, cards from place to place. Pure: the DOM comes later.
import type { SplendorView } from '../../protocol.ts';
import { GOLD } from './box.ts';

/** A thing that flies from one named place to another; a place is the `data-at` of an element. */
export interface Flight {
  what: 'chip' | 'card' | 'noble';
  /** Colour of a chip; number of a card (0: its back) or of a noble. */
  which: number;
  level: number;
  from: string;
  to: string;
}

export const bankAt = (colour: number): string => `bank-${colour}`;
export const seatAt = (seat: number): string => `seat-${seat}`;
export const marketAt = (place: number): string => `market-${place}`;
export const deckAt = (level: number): string => `deck-${level}`;
export const nobleAt = (id: number): string => `noble-${id}`;

export function flights(before: SplendorView, after: SplendorView): Flight[] {
  const found: Flight[] = [];
  after.players.forEach((player, seat) => {
    const old = before.players[seat];
    if (!old) return;
    for (let colour = 0; colour <= GOLD + 1; colour++) {
      const gained = (player.tokens[colour] ?? 0) - (old.tokens[colour] ?? 0);
      for (let i = 0; i < Math.abs(gained); i++) {
        const [from, to] = gained > 0 ? [bankAt(colour), seatAt(seat)] : [seatAt(seat), bankAt(colour)];
        found.push({ what: 'chip', which: colour, level: 0, from, to });
      }
    }
    for (const id of player.nobles.filter((one) => !old.nobles.includes(one))) {
      found.push({ what: 'noble', which: id, level: 0, from: nobleAt(id), to: seatAt(seat) });
    }
    if (player.hand.length > old.hand.length) {
      const held = player.hand[player.hand.length - 1];
      const place = held?.card ? before.market.indexOf(held.card) : -1;
      const level = held?.level ?? 1;
      found.push({
        what: 'card',
        which: held?.card ?? 0,
        level,
        from: place >= 0 ? marketAt(place) : deckAt(level),
        to: seatAt(seat),
      });
    }
    for (const id of player.cards.filter((one) => !old.cards.includes(one))) {
      const place = before.market.indexOf(id);
      if (place >= 0) found.push({ what: 'card', which: id, level: 0, from: marketAt(place), to: seatAt(seat) });
    }
  });
  after.market.forEach((id, place) => {
    if (id !== 0 && id !== before.market[place]) {
      const level = Math.floor(place / 4) + 1;
      found.push({ what: 'card', which: id, level, from: deckAt(level), to: marketAt(place) });
    }
  });
  return found;
}
