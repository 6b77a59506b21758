// The editor of positions with the box of its title.
import type { Component } from 'svelte';
import type { EditorProps, Loaded } from '../../game.ts';
import { load, type Title } from '../box.ts';
import Editor from './Editor.svelte';

export const open = async (title: Title): Promise<Loaded<EditorProps>> => ({
  Part: Editor as unknown as Component<EditorProps>,
  own: { box: await load(title) },
});
