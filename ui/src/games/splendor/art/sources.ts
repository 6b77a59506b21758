/** From where points came; the same in every tower. */
export type Source = 'level1' | 'level2' | 'level3' | 'nobles' | 'tile';

export const SOURCE_COLOURS: Record<Source, string> = {
  level1: '#b97a45',
  level2: '#5f8aa3',
  level3: '#8a3b6c',
  nobles: '#e0ab41',
  tile: '#9aa6b4',
};
