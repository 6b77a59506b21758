// Tables of the rules before version 3: things stood elsewhere in their pictures, and their clues count by that (G24).
import discs from '../../../../../src/jeton/games/guardians/data/discs1.json';
import type { Scene } from '../box.ts';
import { type Spot, thingAt } from './aim.ts';

const THEN = discs as unknown as Record<string, Record<string, [number, number, number]>>;
const CORNERS = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
] as const;

/** A postcard with its things where they stood then. */
export function formerly(scene: Scene): Scene {
  const found = THEN[scene.id] ?? {};
  const things = scene.things.map((thing) => {
    const [cx, cy, r] = found[thing.icon] ?? [thing.cx, thing.cy, thing.r];
    return { ...thing, cx, cy, r };
  });
  return { ...scene, things };
}

/** The spot to send to the server, so that it names what lies under the tip now: a thing, or plain scenery. */
export function older(scene: Scene, at: Spot): Spot {
  const old = formerly(scene);
  const thing = thingAt(scene, at);
  const there = thing && old.things.find((one) => one.id === thing.id);
  if (there) return { x: there.cx, y: there.cy };
  const spots: Spot[] = [at, ...CORNERS.map(([x, y]) => ({ x, y }))];
  return spots.find((one) => !thingAt(old, one)) ?? at;
}
