import { describe, expect, it } from 'vitest';
import { LostPictures, type Picture } from './lostPictures.ts';

/** A picture on a page whose server is there from a moment on; it counts how often its address is named. */
class Fake implements Picture {
  isConnected = true;
  named: string[] = [];
  constructor(private readonly attributes: Record<string, string>) {}
  getAttribute(name: string): string | null {
    return this.attributes[name] ?? null;
  }
  removeAttribute(name: string): void {
    delete this.attributes[name];
  }
  setAttribute(name: string, value: string): void {
    this.attributes[name] = value;
    this.named.push(`${name}=${value}`);
  }
}

/** Lets all that waits go on. */
async function allRun(turns = 200): Promise<void> {
  for (let i = 0; i < turns; i++) await Promise.resolve();
}

function world(downFor: number) {
  const looks = { count: 0 };
  const answers = async () => ++looks.count > downFor;
  return { looks, answers, pause: async () => {} };
}

describe('pictures that could not be loaded', () => {
  it('are loaded again once the server answers, in a drawing too', async () => {
    const there = world(3);
    const pictures = new LostPictures(there);
    const [card, island] = [new Fake({ src: 'a.webp', srcset: 'a 1x' }), new Fake({ href: 'b.webp' })];
    pictures.note(card);
    pictures.note(island);
    await allRun();

    expect(there.looks.count).toBe(4);
    expect(card.named).toEqual(['srcset=a 1x', 'src=a.webp']);
    expect(island.named).toEqual(['href=b.webp']);
  });

  it('are left alone if nobody sees them any more', async () => {
    const pictures = new LostPictures(world(0));
    const gone = new Fake({ src: 'a.webp' });
    gone.isConnected = false;
    pictures.note(gone);
    await allRun();

    expect(gone.named).toEqual([]);
  });

  it('are asked for a few times only if the server has none', async () => {
    const pictures = new LostPictures(world(0));
    const missing = new Fake({ src: 'none.webp' });
    for (let i = 0; i < 20; i++) {
      pictures.note(missing);
      await allRun();
    }

    expect(missing.named.length).toBe(5);
  });
});
