// Where the server is: at the root of its host, or under a path of its own (`jeton serve --prefix /games`).
// Built files lie in `assets/` below it, so the page knows without being told.

/** The path before all of ours: nothing, or as `/games`. */
export const ROOT: string = import.meta.env.PROD ? new URL('..', import.meta.url).pathname.slice(0, -1) : '';

/** An address of ours as the browser has to know it. */
export const at = (path: string): string => ROOT + path;
