// What happened, in sentences: the log, and what a screen reader hears.
import type { Discovery, Report, Resolution } from '../../protocol.ts';
import type { Refusal } from '../../table/session.svelte.ts';
import { has, list, t } from '../../words/words.svelte.ts';
import type { Box } from './box.ts';
import type { People } from './look.ts';
import { islandName, legendName, postcardName, seatOf, thingName } from './names.ts';

function moveWords(box: Box, report: Report, people: People): string {
  const name = people(report.seat).name;
  const [verb = '', first = '', second = ''] = report.move.split(' ');
  switch (verb) {
    case 'clue': {
      const element = report.facts.element as string | null | undefined;
      const title = postcardName(box, first);
      return element
        ? t('guardians_page.log.clue', { name, title, thing: thingName(box, element) })
        : t('guardians_page.log.scenery', { name, title });
    }
    case 'boat': {
      const island = islandName(box, first);
      if (second === '?') return t('guardians_page.log.boat', { name, island });
      return t('guardians_page.log.boat_own', { name, island, sought: people(seatOf(second)).name });
    }
    case 'choose':
      return t('guardians_page.log.choose', { name, target: people(seatOf(first)).name });
    case 'play': {
      const legend = legendName(first);
      if (!second) return t('guardians_page.log.play', { name, legend });
      const target = box.islands[second]
        ? islandName(box, second)
        : seatOf(second) >= 0
          ? people(seatOf(second)).name
          : t(`guardians_page.stone.${second}`);
      return t('guardians_page.log.play_at', { name, legend, target });
    }
    case 'pile':
    case 'stop':
      return t(`guardians_page.log.${verb}`, { name });
    case 'resign':
    case 'timeout':
      return t(`page.log.${verb}`, { name });
    default:
      return '';
  }
}

export function foundWords(box: Box, found: Discovery, people: People): string {
  return t('guardians_page.log.found', {
    finders: list(found.finders.map((seat) => people(seat).name)),
    guardian: people(found.guardian).name,
    island: islandName(box, found.location),
    reward: legendName(found.reward),
  });
}

function resolutionWords(box: Box, resolution: Resolution, people: People): string[] {
  const lines = [t('guardians_page.log.reveal', { round: resolution.round, count: resolution.boats.length })];
  for (const found of resolution.discoveries) lines.push(foundWords(box, found, people));
  if (!resolution.discoveries.length) lines.push(t('guardians.said.nobody'));
  for (const fire of resolution.fires) {
    lines.push(t('guardians_page.log.fire', { name: people(fire.seat).name, island: islandName(box, fire.island) }));
  }
  return lines;
}

/** The lines of one entry: the move, then what followed from it. */
export function reportLines(box: Box, report: Report, people: People): string[] {
  const lines = report.seat >= 0 ? [moveWords(box, report, people)] : [];
  const resolution = report.facts.resolution as Resolution | undefined;
  if (report.seat < 0 && resolution) lines.push(t('guardians_page.log.bell'));
  if (resolution) lines.push(...resolutionWords(box, resolution, people));
  if (typeof report.facts.postcard === 'string') {
    lines.push(t('guardians_page.log.postcard', { title: postcardName(box, report.facts.postcard) }));
  }
  return lines.filter(Boolean);
}

/** Why the server refused, in a sentence. */
export function refusalWords(box: Box, refusal: Refusal): string {
  const values = { ...refusal.values } as Record<string, string | number>;
  if (typeof values.island === 'string') values.island = islandName(box, values.island);
  if (typeof values.postcard === 'string') values.postcard = postcardName(box, values.postcard);
  if (typeof values.legend === 'string') values.legend = legendName(values.legend);
  const { code } = refusal;
  for (const key of [`guardians.reason.${values.reason}`, code, `server.no.${code}`, `page.no.${code}`]) {
    if (has(key)) return t(key, values);
  }
  return t('page.no.other');
}
