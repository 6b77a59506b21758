// One device for several: whether the table is hidden until the next of them is ready.
import type { TableMessage, ViewMessage } from '../protocol.ts';
import type { Curtain } from '../settings.svelte.ts';

type Shown = { players?: readonly { hand?: readonly { card: number | null }[] }[] };

/** Whether the screen of a seat shows what the others at this device may not see, told from one of theirs. */
export function isSecret(options: TableMessage['options'], view: ViewMessage['view'], seat: number): boolean {
  const hand = (view as Shown).players?.[seat]?.hand;
  return !hand || options.visible === false || hand.some((held) => !held.card);
}

export function isDrawn(curtain: Curtain, table: TableMessage, message: ViewMessage, seat: number): boolean {
  return curtain === 'always' || (curtain === 'secret' && isSecret(table.options, message.view, seat));
}
