import { render } from 'preact';
import { App } from './shell/app.tsx';
import { startRouting } from './shell/route.ts';

const root = document.querySelector('#app');
if (root) {
  startRouting();
  render(<App />, root);
}
