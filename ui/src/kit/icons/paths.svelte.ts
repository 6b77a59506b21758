// The path of an icon: those of a first game are there; the page fetches the others when it draws the first of them.
import { later } from '../lazyImport.ts';
import { ICONS } from './icons.ts';
import type { REST } from './rest.ts';

export type IconName = keyof typeof ICONS | keyof typeof REST;

let rest = $state.raw<Partial<Record<string, string>>>({});
let asked = false;

export function pathOf(name: IconName): string {
  if (name in ICONS) return ICONS[name as keyof typeof ICONS];
  if (!asked) {
    asked = true;
    void later(() => import('./rest.ts')).then(({ REST }) => {
      rest = REST;
    });
  }
  return rest[name] ?? '';
}
