// What the keys of a keyboard do at the table.
import { mayGoBack } from '../../table/back.ts';
import type { Session } from '../../table/session.svelte.ts';
import type { Desk } from './moveDraft.svelte.ts';
import { firstPlace } from './moves.ts';

/** Do what a key means, if nothing else has it; `help` shows the list of keys. */
export function press(event: KeyboardEvent, desk: Desk, session: Session, help: () => void): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target as HTMLElement;
  if (target.closest('input, textarea, select, .chat') || document.querySelector('dialog[open]')) return;
  const key = event.key;
  const walked = document.activeElement?.closest<HTMLElement>('[data-walk]')?.dataset.walk;
  const spot = walked?.startsWith('0.') ? `h${walked[2]}` : walked?.endsWith('.0') ? walked[0] : walked;
  const card = spot ?? desk.draft.target;
  if (/^[1-6]$/.test(key)) desk.pickToken(Number(key) - 1);
  else if (key === 'b' || key === 'B') {
    if (card) desk.pickCard(card, 'buy');
  } else if (key === 'r' || key === 'R') {
    if (card) desk.pickCard(card, 'reserve');
  } else if (key === 'Escape') desk.clear();
  else if (key === 'u' || key === 'U') {
    if (session.view?.can_undo) desk.undo();
    else if (mayGoBack(session)) session.undo(); // it asks the others: what is picked stays until they say yes
  } else if (key === '?') help();
  else if (
    key === 'Enter' &&
    desk.canConfirm &&
    (!target.closest('button, a') || target.closest('[data-gem], [data-walk], .noble[aria-pressed="true"]'))
  )
    desk.confirm();
  else if (key.startsWith('Arrow') && !target.closest('[data-walk], ol, dialog, [role="log"]'))
    document.querySelector<HTMLElement>(`[data-walk="${firstPlace(desk.view.market)}"]`)?.focus();
  else return;
  event.preventDefault();
}
