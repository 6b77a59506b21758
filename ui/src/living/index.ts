// The small tables of the first screen, which the page fetches when it has nothing else to do.
export { default as Living } from './Living.svelte';
export { default as Pause } from './Pause.svelte';
