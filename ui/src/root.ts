// Where the server is: at the root of its host, or under a path of its own (`jeton serve --prefix /games`). Built files
// lie in `assets/` below it, so the page can work it out.

/** The path before all of ours: empty, or as `/games`. */
export const ROOT: string = import.meta.env.PROD ? new URL('..', import.meta.url).pathname.slice(0, -1) : '';

/** Whether this page came from a folder of files, with no server behind it (`jeton site build`). */
export const SITE: boolean = typeof document !== 'undefined' && document.documentElement?.dataset?.site !== undefined;

const SCREENS = /^\/(?:t|j|m|rules|puzzles|transfer|keeper)(?:[/?#]|$)/;

/** An address of ours as the browser needs it; such a folder has one page, and its screens stand behind a #. */
export const at = (path: string): string => ROOT + (SITE && SCREENS.test(path) ? `/#${path}` : path);
