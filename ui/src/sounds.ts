// Small sounds, made on the spot: no file is loaded, none carries meaning alone.
import { settings } from './settings.svelte.ts';

export type Sound = 'chip' | 'card' | 'noble' | 'turn' | 'no' | 'end';

let context: AudioContext | null = null;

function tone(at: number, pitch: number, length: number, loud: number, type: OscillatorType): void {
  if (!context) return;
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.type = type;
  oscillator.frequency.setValueAtTime(pitch, at);
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(at);
  oscillator.stop(at + length + 0.02);
}

/** Play a sound; `height` raises a chip's pitch with its stack. */
export function sound(name: Sound, height = 0): void {
  if (!settings.sound || typeof AudioContext === 'undefined' || document.hidden) return;
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return;
  context ??= new AudioContext();
  const now = context.currentTime;
  if (name === 'chip') {
    tone(now, 1500 + height * 90, 0.05, 0.1, 'triangle');
    tone(now + 0.012, 2300 + height * 90, 0.04, 0.06, 'sine');
  } else if (name === 'card') {
    tone(now, 320, 0.09, 0.05, 'triangle');
    tone(now + 0.05, 900, 0.04, 0.06, 'square');
  } else if (name === 'noble') {
    tone(now, 1320, 0.7, 0.07, 'sine');
    tone(now + 0.09, 1980, 0.8, 0.05, 'sine');
  } else if (name === 'turn') {
    tone(now, 220, 0.12, 0.14, 'sine');
    tone(now + 0.13, 220, 0.14, 0.12, 'sine');
  } else if (name === 'no') {
    tone(now, 120, 0.12, 0.1, 'sine');
  } else {
    for (const [i, pitch] of [523, 659, 784, 1047].entries()) tone(now + i * 0.12, pitch, 0.5, 0.07, 'triangle');
  }
}
