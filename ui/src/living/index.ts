// The small tables of the first screen, fetched when the page has nothing else to do.
export { default as Living } from './Living.svelte';
export { default as Pause } from './Pause.svelte';
