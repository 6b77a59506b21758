// The story in words, in the language that is spoken.
import { list, t } from '../../../words/words.svelte.ts';
import type { Box } from '../box.ts';
import type { People } from '../look.ts';
import { islandName, legendName } from '../names.ts';
import { type Amount, amounts, type Step } from './story.ts';

/** A sentence begins with a capital, whatever it begins with. */
const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

const signed = (count: number): string => (count > 0 ? `+${count}` : `−${-count}`);

/** "Zoé +2 gold coins". */
export function amountWords({ seat, gold, coins }: Amount, people: People): string {
  const name = people(seat).name;
  if (gold && coins) return t('islands.show.both', { name, amount: signed(gold), coins: signed(coins) });
  return gold
    ? t('islands.show.gold', { name, count: Math.abs(gold), amount: signed(gold) })
    : t('islands.show.legend', { name, count: Math.abs(coins), amount: signed(coins) });
}

const spoken = (found: readonly Amount[], people: People): string =>
  found.map((one) => amountWords(one, people)).join(', ');

function power(step: Step & { kind: 'power' }, people: People): string {
  const { found } = step;
  const changes = amounts(found.power_gold, found.power_coins);
  const values = {
    legend: legendName(found.reward),
    guardian: people(found.guardian).name,
    chosen: found.chosen === null ? '' : people(found.chosen).name,
    amounts: changes.length ? spoken(changes, people) : t('islands.show.power.nothing'),
  };
  if (found.power !== 'played') return t(`islands.show.power.${found.power}`, values);
  if (found.reward === 'excalibur' || found.reward === 'scales') return t(`islands.show.power.${found.reward}`, values);
  return t(`islands.show.power.${found.chosen === null ? 'played' : 'chosen'}`, values);
}

export function caption(step: Step, box: Box, people: People): string {
  if (step.kind === 'whole') return step.parts.map((part) => caption(part, box, people)).join(' ');
  return capital(sentence(step, box, people));
}

function sentence(step: Exclude<Step, { kind: 'whole' }>, box: Box, people: People): string {
  const names = (seats: readonly number[]): string => list(seats.map((seat) => people(seat).name));
  switch (step.kind) {
    case 'boat': {
      const { seat, sought, island } = step.boat;
      const values = { order: step.order, name: people(seat).name, sought: people(sought).name };
      return t('islands.show.boat', { ...values, island: islandName(box, island) });
    }
    case 'found': {
      const { guardian, location, finders } = step.found;
      const values = { guardian: people(guardian).name, island: islandName(box, location), finders: names(finders) };
      return t('islands.show.found', { ...values, count: finders.length });
    }
    case 'mark':
      return t(`islands.show.mark.${step.mark.legend}`, { name: people(step.mark.seat).name });
    case 'paid': {
      const paid = amounts(step.found.gold, step.found.coins);
      const legend = legendName(step.found.reward);
      return paid.length
        ? t('islands.show.paid', { legend, amounts: spoken(paid, people) })
        : t('islands.show.unpaid', { legend });
    }
    case 'power':
      return power(step, people);
    case 'hidden':
      return t('islands.show.hidden', { names: names(step.seats) });
    case 'home':
      return t('islands.show.home', { names: names(step.seats) });
    case 'fire': {
      const owner = step.owner === null ? '' : people(step.owner).name;
      return t('islands.show.fire', {
        owner,
        name: people(step.fire.seat).name,
        island: islandName(box, step.fire.island),
      });
    }
    case 'reshuffled':
      return t(`islands.show.reshuffled.${step.deck}`);
    default:
      return t(`islands.show.${step.kind}`);
  }
}
