/** The big pictures, loaded when a first one is wanted; until then every one is an empty frame. */

import { later } from '../../../kit/lazyImport.ts';
import type { Picture } from './pictures.ts';

let address = $state.raw<((picture: Picture) => string) | null>(null);
let loading: Promise<void> | null = null;

/** Fetch the drawings; calling it early lets the table appear with its pictures. */
export function loadPictures(): Promise<void> {
  loading ??= later(() => import('./pictures.ts')).then((module) => {
    address = module.pictureUri;
  });
  return loading;
}

/** The address of a picture for <img>, or null while the drawings are on their way. */
export function pictureUri(picture: Picture): string | null {
  if (!address) {
    void loadPictures();
    return null;
  }
  return address(picture);
}
