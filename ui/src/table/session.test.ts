import { describe, expect, it } from 'vitest';
import { Session } from './session.svelte.ts';

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
