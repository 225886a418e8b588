import { render } from 'preact';
import { startOffline } from './offline/start-offline.ts';
import { audio } from './player/audio-element.ts';
import { App } from './shell/app.tsx';
import { startLook } from './shell/look.ts';
import { startRouting } from './shell/route.ts';
import { logInByAddress } from './shell/session.ts';
import { loadStrings } from './strings.ts';

const root = document.querySelector('#app');
startLook();
document.documentElement.lang = await loadStrings(navigator.languages);
if (root) {
  document.body.append(audio);
  await logInByAddress();
  startRouting();
  render(<App />, root);
  void startOffline();
}
