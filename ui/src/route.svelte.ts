// Which screen the address asks for.
import { BOXES, boxOf, gameOf } from './games/index.ts';
import { at, ROOT, SITE } from './root.ts';

export type Route =
  | { screen: 'home'; join?: string }
  | { screen: 'table'; table: string; display: boolean }
  | { screen: 'rules'; title: string; rule: string | null }
  | { screen: 'gallery'; title: string; chosen: string | null }
  | { screen: 'review'; table: string | null; step: number }
  | { screen: 'puzzles'; puzzle: string; title: string }
  | { screen: 'board'; title: string; query: string }
  | { screen: 'transfer' }
  | { screen: 'keeper' }
  | { screen: 'nowhere' };

export function parse(path: string, query: string, hash: string): Route {
  const review = path.match(/^\/m(?:\/([A-Za-z0-9_-]{1,32})(?:\/(\d{1,5}))?)?$/);
  if (review) return { screen: 'review', table: review[1] ?? null, step: Number(review[2] ?? 0) };
  const table = path.match(/^\/t\/([A-Za-z0-9_-]{1,32})$/)?.[1];
  if (table) return { screen: 'table', table, display: new URLSearchParams(query).has('display') };
  const rules = path.match(/^\/rules(?:\/([a-z0-9-]{1,32}))?$/);
  const box = rules && (rules[1] ? boxOf(rules[1]) : BOXES[0]);
  if (box) return { screen: 'rules', title: box.title, rule: hash.slice(1) || null };
  const gallery = path.match(/^\/rules\/([a-z0-9-]{1,32})\/([a-z]{1,32})$/);
  if (gallery?.[1] && gameOf(gallery[1]).gallery?.name === gallery[2])
    return { screen: 'gallery', title: gallery[1], chosen: hash.slice(1) || null };
  const puzzle = path.match(/^\/puzzles(?:\/([a-z0-9]{1,32}))?$/);
  if (puzzle)
    return { screen: 'puzzles', puzzle: puzzle[1] ?? '', title: new URLSearchParams(query).get('title') ?? '' };
  const board = path.match(/^\/board(?:\/([a-z0-9-]{1,32}))?$/);
  const laid = board && (board[1] ? boxOf(board[1]) : BOXES[0]);
  if (laid) return { screen: 'board', title: laid.title, query };
  const join = path.match(/^\/j\/([^/]{1,32})\/?$/)?.[1];
  if (join) return { screen: 'home', join };
  if (path === '/transfer') return { screen: 'transfer' };
  if (path === '/keeper') return { screen: 'keeper' };
  return { screen: path === '/' ? 'home' : 'nowhere' };
}

function here(): Route {
  if (!SITE) return parse(location.pathname.slice(ROOT.length), location.search, location.hash);
  const { pathname, search, hash } = new URL(location.hash.slice(1) || '/', location.origin);
  return parse(pathname, search, hash);
}

export const route = $state<{ now: Route }>({
  now: typeof location === 'undefined' ? { screen: 'home' } : here(),
});

/** Go to an address of our own, given without its prefix. */
export function go(path: string): void {
  history.pushState(null, '', at(path));
  route.now = here();
  scrollTo(0, 0);
}

export function follow(): void {
  addEventListener('popstate', () => {
    // A place on this very screen, such as the link to its content, is no other screen.
    if (!SITE || !/^#[^/]/.test(location.hash)) route.now = here();
  });
}

/** Let a click on a link of ours stay in the page; leave any other link to the browser. */
export function link(event: MouseEvent): void {
  const anchor = (event.target as Element | null)?.closest?.(`a[href^="${ROOT}/"]`);
  const own = anchor && !anchor.hasAttribute('download') && anchor.getAttribute('target') !== '_blank';
  if (!own || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const href = (anchor.getAttribute('href') as string).slice(ROOT.length).replace(/^\/#/, '');
  if (/^\/(api|docs)\//.test(href)) return;
  event.preventDefault();
  go(href);
}
