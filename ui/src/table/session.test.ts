import { describe, expect, it } from 'vitest';
import type { ViewMessage } from '../protocol.ts';
import { Session } from './session.svelte.ts';
import type { Wire } from './socket.ts';

describe('a lost connection', () => {
  it('is all that the table speaks of until it is back', () => {
    const wire: Wire = { send() {}, close() {}, onopen: null, onmessage: null, onclose: null };
    const session = new Session('x', { open: () => wire });
    session.start();
    session.view = { n: 0 } as ViewMessage;
    session.tellLesson();

    wire.onclose?.({ code: 1006 });
    expect(session.status).toBe('lost');
    expect(session.refusal).toBeNull();
    session.why('take wubg');
    expect(session.refusal).toBeNull();
    session.stop();
  });
});

describe('what a lesson asks for', () => {
  it('is said to whoever touched something else before its words were there', () => {
    const session = new Session('x');
    session.only = ['take bgr'];
    session.tellLesson();
    expect(session.refusal).toMatchObject({ code: 'learn.no', values: { wanted: '' } });
    session.want('take sapphire, emerald and ruby');
    expect(session.refusal?.values).toEqual({ wanted: 'take sapphire, emerald and ruby' });
  });

  it('does not stand in an answer to something else', () => {
    const session = new Session('x');
    session.only = [];
    session.tellLesson();
    session.want('take a gem');
    expect(session.refusal).toMatchObject({ code: 'learn.no_shown', values: { wanted: '' } });
  });
});
