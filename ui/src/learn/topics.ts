// The rules by topic: what the server says of them, and what somebody looks for.
import { told } from '../api.ts';
import type { TopicInfo } from '../protocol.ts';

export const fetchTopics = (title: string): Promise<TopicInfo[]> => told<TopicInfo[]>(`lessons/${title}/topics`);

/** The numbers of all rules, topic by topic. */
export const order = (topics: readonly TopicInfo[]): string[] => topics.flatMap((topic) => topic.rules);

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The rules that contain all of the words, accents and capitals aside; a number finds its own rule. */
export function matching(
  texts: Readonly<Record<string, string>>,
  numbers: readonly string[],
  wanted: string,
): string[] {
  const words = plain(wanted).split(/\s+/).filter(Boolean);
  const whole = wanted.trim().toUpperCase();
  if (texts[whole]) return [whole];
  if (words.length === 0) return [];
  return numbers.filter((number) => {
    const said = plain(texts[number] ?? '');
    return words.every((word) => said.includes(word));
  });
}
