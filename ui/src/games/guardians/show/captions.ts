// The story in words, in the current language.

import type { Boat } from '../../../protocol.ts';
import { list, t } from '../../../words/words.svelte.ts';
import type { Box } from '../box.ts';
import type { People } from '../look.ts';
import { islandName, legendName, thingName } from '../names.ts';
import type { Account, Gain } from './accounts.ts';
import { type Amount, amounts, changesOf, type Step } from './story.ts';

/** A sentence begins with a capital, whatever it begins with. */
const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

const signed = (count: number): string => (count > 0 ? `+${count}` : `−${-count}`);

/** "Zoé +2 gold coins". */
export function amountWords({ seat, gold, coins }: Amount, people: People): string {
  const name = people(seat).name;
  if (gold && coins) return t('guardians_page.show.both', { name, amount: signed(gold), coins: signed(coins) });
  return gold
    ? t('guardians_page.show.gold', { name, count: Math.abs(gold), amount: signed(gold) })
    : t('guardians_page.show.legend', { name, count: Math.abs(coins), amount: signed(coins) });
}

const spoken = (found: readonly Amount[], people: People): string =>
  found.map((one) => amountWords(one, people)).join(', ');

/** "found Wim first", "Golden egg": where coins came from. */
export function gainWords({ why, seats, legend }: Gain, people: People): string {
  if (why === 'power') return capital(legendName(legend));
  const names = list(seats.map((seat) => people(seat).name));
  return capital(t(`guardians_page.tally.${why}`, { names, count: seats.length }));
}

/** A player's account in a sentence. */
function lineWords({ seat, gains, gold, coins, score }: Account, people: People): string {
  const changes = amounts([gold], [coins]).map((one) => ({ ...one, seat }));
  const paid = changes.length ? spoken(changes, people) : t('guardians_page.tally.none', { name: people(seat).name });
  const why = gains.map((gain) => gainWords(gain, people)).join(', ');
  return t('guardians_page.tally.line', { paid: why ? `${paid} (${why})` : paid, score });
}

export const accountWords = (told: readonly Account[], people: People): string =>
  told.map((one) => lineWords(one, people)).join(' ');

function power(step: Step & { kind: 'power' }, people: People): string {
  const { found } = step;
  const changes = amounts(found.power_gold, found.power_coins);
  const values = {
    legend: legendName(found.reward),
    guardian: people(found.guardian).name,
    chosen: found.chosen === null ? '' : people(found.chosen).name,
    amounts: changes.length ? spoken(changes, people) : t('guardians_page.show.power.nothing'),
  };
  if (found.power !== 'played') return t(`guardians_page.show.power.${found.power}`, values);
  if (found.reward === 'excalibur' || found.reward === 'scales')
    return t(`guardians_page.show.power.${found.reward}`, values);
  return t(`guardians_page.show.power.${found.chosen === null ? 'played' : 'chosen'}`, values);
}

/** `whole` also says what one would see: each boat in a sentence and a line of its own. */
export function caption(step: Step, box: Box, people: People, whole = false): string {
  if (step.kind === 'fleet' && whole)
    return step.boats.map((boat, i) => boatWords(boat, i + 1, box, people)).join('\n');
  return capital(sentence(step, box, people));
}

function boatWords({ seat, sought, island }: Boat, order: number, box: Box, people: People): string {
  const values = { order, name: people(seat).name, sought: people(sought).name };
  return capital(t('guardians_page.show.boat', { ...values, island: islandName(box, island) }));
}

/** What one reads beside the picture of a step, which shows who is paid how much. */
export function shortCaption(step: Step, box: Box, people: People): string {
  return step.kind === 'paid' && changesOf(step).length
    ? t('guardians_page.show.there', { legend: legendName(step.found.reward) })
    : caption(step, box, people);
}

function sentence(step: Step, box: Box, people: People): string {
  const names = (seats: readonly number[]): string => list(seats.map((seat) => people(seat).name));
  switch (step.kind) {
    case 'fleet':
      return t('guardians_page.show.fleet');
    case 'clues': {
      const values = { guardian: people(step.found.guardian).name, island: islandName(box, step.found.location) };
      const things = step.clues.map(({ element }) =>
        element ? thingName(box, element) : t('guardians_page.clue.scenery'),
      );
      return things.length
        ? t('guardians_page.show.clues', { ...values, things: list(things) })
        : t('guardians_page.show.silent', values);
    }
    case 'found':
      return t('guardians_page.show.found', {
        guardian: people(step.found.guardian).name,
        finders: names(step.found.finders),
        count: step.found.finders.length,
      });
    case 'mark':
      return t(`guardians_page.show.mark.${step.mark.legend}`, { name: people(step.mark.seat).name });
    case 'paid': {
      const paid = amounts(step.found.gold, step.found.coins);
      const legend = legendName(step.found.reward);
      return paid.length
        ? t('guardians_page.show.paid', { legend, amounts: spoken(paid, people) })
        : t('guardians_page.show.unpaid', { legend });
    }
    case 'power':
      return power(step, people);
    case 'hidden':
      return t('guardians_page.show.hidden', { names: names(step.seats) });
    case 'home':
      return t(step.fires ? 'guardians_page.show.home' : 'guardians_page.show.home_clues', {
        names: names(step.seats),
      });
    case 'fire': {
      const owner = step.owner === null ? '' : people(step.owner).name;
      return t('guardians_page.show.fire', {
        owner,
        name: people(step.fire.seat).name,
        island: islandName(box, step.fire.island),
      });
    }
    case 'tally':
      return `${t('guardians_page.tally.title', { round: step.round })}. ${accountWords(step.told, people)}`;
    case 'reshuffled':
      return t(`guardians_page.show.reshuffled.${step.deck}`);
    default:
      return t(`guardians_page.show.${step.kind}`);
  }
}
