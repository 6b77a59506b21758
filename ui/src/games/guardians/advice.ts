// What is said beside a table of Guardians: hints in words, and tips. All of it is in the view.
import type { GuardiansView, HintFact } from '../../protocol.ts';
import { personAt } from '../../table/seats.ts';
import type { Session } from '../../table/session.svelte.ts';
import { t } from '../../words/words.svelte.ts';
import { clauses } from '../clauses.ts';
import type { Advice, Said } from '../game.ts';
import type { Box } from './box.ts';
import { thingAt } from './clue/aim.ts';
import { islandName, legendName, postcardName, powerWords, seatOf, thing, thingName } from './names.ts';
import { part } from './partWords.ts';

export function advice(box: Box): Advice {
  return {
    hint: (session, { move, facts, chance }) => ({
      id: 'hint',
      words: moveWords(box, session, move, facts),
      why: clauses(
        facts.map((fact) => factWords(box, session, fact)),
        chance,
      ),
      point: pointsOf(move),
    }),
    part: (session, at) => part(box, session, at),
    tips: (session) => tips(box, session),
  };
}

const nameOf = (session: Session, colour: string): string => personAt(session, seatOf(colour)).name;

function factWords(box: Box, session: Session, { code, values }: HintFact): string {
  const words: Record<string, string | number> = { ...values };
  if (typeof values.seat === 'number') words.name = personAt(session, values.seat).name;
  if (typeof values.island === 'string') words.island = islandName(box, values.island);
  return t(`hint.fact.${code}`, words);
}

export function moveWords(box: Box, session: Session, text: string, facts: readonly HintFact[] = []): string {
  const [verb = '', name = '', word = '', down = ''] = text.split(' ');
  switch (verb) {
    case 'clue': {
      const scene = box.postcards[name];
      const under = scene && thingAt(scene, { x: Number(word), y: Number(down) })?.id;
      const element = facts.find(({ code }) => code === 'clear')?.values.element ?? under;
      const found =
        typeof element === 'string' && thing(box, element) ? thingName(box, element) : t('guardians_page.scenery');
      return t('hint.move.clue', { thing: found, postcard: postcardName(box, name) });
    }
    case 'boat':
      return t('hint.move.boat', { island: islandName(box, name), name: nameOf(session, word) });
    case 'choose':
      return t('hint.move.choose', { name: nameOf(session, name) });
    case 'play':
      return t('hint.move.play', { legend: legendName(name) });
    case 'pile':
      return t('hint.move.pile', { number: name });
    default:
      return t(`hint.move.${verb}`);
  }
}

function pointsOf(text: string): string[] {
  const [verb, name = '', whom = ''] = text.split(' ');
  if (verb === 'clue') return ['postcards'];
  return verb === 'boat' ? [`island:${name}`, `whom:${seatOf(whom)}`] : ['act'];
}

function tips(box: Box, session: Session): Said[] {
  const view = session.view?.view as GuardiansView;
  const me = view.seat === null ? undefined : view.players[view.seat];
  if (!me || view.outcome || session.telling) return [];
  const said: Said[] = [];
  const say = (id: string, point: string, values: Record<string, string | number> = {}): void => {
    said.push({ id: `guardians.${id}`, words: t(`hint.tip.${id}`, values), point: [point] });
  };
  const legend = view.moves.find((move) => move.startsWith('play '))?.split(' ')[1];
  if (legend) say('legend', 'act', { legend: legendName(legend), power: `${powerWords(legend)}.` });
  if (view.phase === 'search' && me.state === 'needs_clue') say('clue', 'act');
  if (view.phase === 'search' && me.state === 'may_sail') {
    const clue = view.clues.find((one) => one.seat !== view.seat && one.round === view.round && one.element !== null);
    if (clue?.element)
      say('pointed', 'postcards', { name: personAt(session, clue.seat).name, thing: thingName(box, clue.element) });
    say('boats', 'act', { count: me.boats_left });
  }
  if (view.phase === 'interlude' && view.moves.includes('ready'))
    say(view.resolution?.discoveries.length ? 'ready' : 'nobody', 'act');
  return said;
}
