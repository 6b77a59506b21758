import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FromServer } from '../src/protocol.ts';
import { backOff, Connection, type Status, type Wire } from '../src/table/socket.ts';

class FakeWire implements Wire {
  sent: Record<string, unknown>[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.closed = true;
  }
  say(message: Record<string, unknown>): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  welcome(): void {
    this.onopen?.();
    this.say({ t: 'welcome', protocol: 1, server: '0', now: 0, seat: 0, mine: [0] });
  }
  view(n: number, since: number, reset = false): void {
    this.say({ t: 'view', n, since, reset, reports: [], view: {} });
  }
}

describe('a connection', () => {
  let wires: FakeWire[];
  let states: Status[];
  let heard: FromServer[];
  let connection: Connection;
  const wire = () => wires[wires.length - 1] as FakeWire;

  beforeEach(() => {
    vi.useFakeTimers();
    wires = [];
    states = [];
    heard = [];
    connection = new Connection({
      url: 'ws://x/ws/t',
      seat: null,
      watch: false,
      onMessage: (message) => heard.push(message),
      onStatus: (status) => states.push(status),
      open: () => {
        const made = new FakeWire();
        wires.push(made);
        return made;
      },
      random: () => 0.5,
    });
  });
  afterEach(() => {
    connection.close();
    vi.useRealTimers();
  });

  it('says hello first, and nothing before the welcome', () => {
    connection.request({ t: 'move', seen: 0, move: 'take wbg' });
    wire().onopen?.();
    expect(wire().sent.map((m) => m.t)).toEqual(['hello']);
    wire().say({ t: 'welcome', protocol: 1, server: '0', now: 0, seat: 0, mine: [0] });
    expect(wire().sent.map((m) => m.t)).toEqual(['hello', 'move']);
    expect(states).toEqual(['open']);
  });

  it('tries again, tells what it has seen, and sends again what was not answered, under the same id', () => {
    wire().welcome();
    wire().view(41, 0, true);
    const id = connection.request({ t: 'move', seen: 41, move: 'buy 2.3' });
    const other = connection.request({ t: 'answer', yes: true });
    wire().say({ t: 'ok', id: other, n: 41, repeated: false });
    wire().onclose?.({ code: 1006 });
    expect(states).toEqual(['open', 'lost']);
    vi.advanceTimersByTime(400);
    expect(wires).toHaveLength(2);
    wire().welcome();
    expect(wire().sent[0]).toMatchObject({ t: 'hello', since: 41, client: connection.client });
    expect(wire().sent.slice(1)).toEqual([{ t: 'move', id, seen: 41, move: 'buy 2.3' }]);
    wire().say({ t: 'ok', id, n: 42, repeated: true });
    wire().onclose?.({ code: 1006 });
    vi.advanceTimersByTime(400);
    wire().welcome();
    expect(wire().sent).toHaveLength(1);
  });

  it('waits longer each time, within bounds', () => {
    const waits = [0, 1, 2, 3, 4, 5, 6, 20].map((n) => backOff(n, () => 1));
    expect(waits).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000, 8000]);
    expect(backOff(0, () => 0)).toBe(125);
  });

  it('asks for everything after a gap', () => {
    wire().welcome();
    wire().view(5, 0, true);
    wire().view(6, 5);
    expect(wire().sent.map((m) => m.t)).toEqual(['hello']);
    wire().view(9, 8);
    expect(wire().sent.map((m) => m.t)).toEqual(['hello', 'sync']);
  });

  it('gives up on a table that is not there', () => {
    wire().onopen?.();
    wire().say({ t: 'bye', code: 'no_such_table' });
    wire().onclose?.({ code: 4404 });
    vi.advanceTimersByTime(60_000);
    expect(wires).toHaveLength(1);
    expect(states).toEqual(['closed']);
    expect(heard).toHaveLength(1);
  });

  it('asks after a silence, and goes on while it is answered', () => {
    wire().welcome();
    for (let i = 0; i < 10; i++) {
      vi.advanceTimersByTime(6000);
      expect(wire().sent.at(-1)).toEqual({ t: 'ping' });
      wire().say({ t: 'pong' });
    }
    expect(states).toEqual(['open']);
  });

  it('notices within ten seconds that nobody answers', () => {
    wire().welcome();
    vi.advanceTimersByTime(11_000);
    expect(states).toContain('lost');
    expect(wires.length).toBeGreaterThan(1);
  });

  it('notices sooner that a move is not answered, and sends it again elsewhere', () => {
    wire().welcome();
    const id = connection.request({ t: 'move', seen: 1, move: 'pass' });
    vi.advanceTimersByTime(7000);
    expect(wires).toHaveLength(2);
    wire().welcome();
    expect(wire().sent.at(-1)).toEqual({ t: 'move', id, seen: 1, move: 'pass' });
  });

  it('gives up on a server that takes the line and does not greet, later each time', () => {
    wire().onopen?.();
    vi.advanceTimersByTime(7000);
    expect(wires).toHaveLength(2);
    wire().onopen?.();
    vi.advanceTimersByTime(7000);
    expect(wires).toHaveLength(2);
    vi.advanceTimersByTime(6000);
    expect(wires).toHaveLength(3);
  });

  it('wakes at once when the network is back', () => {
    wire().welcome();
    wire().onclose?.({ code: 1006 });
    connection.wake();
    expect(wires).toHaveLength(2);
  });
});
