import './styles/tokens.css';
import './styles/base.css';
import './styles/button.css';
import './page.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { register } from './offline.ts';
import { follow } from './route.svelte.ts';
import { settings } from './settings.svelte.ts';
import { speak } from './words/words.svelte.ts';

follow();
void speak(settings.language).then(() => {
  mount(App, { target: document.getElementById('app') as HTMLElement });
  register();
});
