// From a view to what the page shows and says: labels for screen readers, states in words.

import type { Person } from '../../kit/person.ts';
import type { BoatView, Fire, GuardiansSeat, GuardiansView } from '../../protocol.ts';
import { list, t } from '../../words/words.svelte.ts';
import type { Box } from './box.ts';
import { islandName, legendName, sceneWords } from './names.ts';

export type People = (seat: number) => Person;

export interface OnIsland {
  people: People;
  boats: readonly BoatView[];
  fires: readonly Fire[];
  down: boolean;
  home: boolean;
  pending: boolean;
  /** What is said of it in place of its bare name. */
  note?: string | undefined;
}

/** An island for people who can't see it: its name, what is on it, boats in order, fires. */
export function islandWords(
  box: Box,
  island: string,
  { people, boats, fires, down, home, pending, note }: OnIsland,
): string {
  const parts = [note ?? islandName(box, island)];
  if (home) parts.push(t('guardians_page.yours'));
  if (down) parts.push(t('guardians.mark.face_down'));
  else parts.push(sceneWords(box, box.islands[island]));
  if (boats.length) {
    const names = boats.map(({ seat, sought }) =>
      sought === null
        ? people(seat).name
        : t('guardians_page.boat.seeks', { name: people(seat).name, sought: people(sought).name }),
    );
    parts.push(t('guardians.mark.boats', { names: list(names) }));
  }
  if (pending) parts.push(t('guardians_page.boat.sending'));
  const plain = fires.filter((fire) => !fire.wand);
  const merlin = fires.filter((fire) => fire.wand);
  if (plain.length) parts.push(t('guardians.mark.fires', { names: list(plain.map((fire) => people(fire.seat).name)) }));
  if (merlin.length)
    parts.push(t('guardians.mark.wand', { names: list(merlin.map((fire) => people(fire.seat).name)) }));
  return `${parts.join('. ')}.`;
}

/** What somebody does now, in a few words under the name. */
export function stateWords(view: GuardiansView, seat: number): string {
  const player = view.players[seat] as GuardiansSeat;
  if (view.outcome) return '';
  switch (player.state) {
    case 'needs_clue':
      return t('guardians_page.state.needs_clue');
    case 'may_sail':
      return t('guardians_page.state.may_sail', { count: player.boats_left });
    case 'choosing':
      return view.phase === 'interlude' ? t('guardians_page.state.looks') : t('guardians_page.state.choosing');
    default:
      return t(`guardians_page.state.${player.state}`);
  }
}

/** Coins of somebody, for readers. */
export const purseWords = (player: GuardiansSeat): string =>
  t('guardians_page.purse', {
    gold: t('guardians.gold', { count: player.gold }),
    coins: t('guardians.coins', { count: player.coins }),
    score: player.score,
  });

/** Legends that lie before somebody, kept or as marks. */
export function beforeWords(player: GuardiansSeat): string {
  const kept = player.kept.length ? t('guardians.kept', { legends: list(player.kept.map(legendName)) }) : '';
  const armed = player.armed.length ? t('guardians.armed', { legends: list(player.armed.map(legendName)) }) : '';
  return [kept, armed].filter(Boolean).join('; ');
}
