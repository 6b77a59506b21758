// A moment of a finished match as a server would tell it of one that goes on.
import type { Report, SplendorView, ViewMessage } from '../../../protocol.ts';

/** The view after these reports, with the whole way there. */
export function momentOf(view: SplendorView, reports: Report[]): ViewMessage {
  return {
    t: 'view',
    version: reports.length,
    n: reports.length,
    seat: view.seat,
    since: reports.length - 1,
    reset: true,
    actors: view.outcome ? [] : [view.turn],
    can_undo: false,
    can_ask_undo: false,
    clocks: null,
    due: null,
    chat_open: true,
    reports,
    view,
  };
}
