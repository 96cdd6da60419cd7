/** Starts the panel's page in the webview. */

import type { ToWebview } from '../preview/messages';
import { type Host, View } from './view';

declare function acquireVsCodeApi(): Host;

const host = acquireVsCodeApi();
const view = new View(
  document.getElementById('toolbar') as HTMLElement,
  document.getElementById('chunks') as HTMLElement,
  host,
);
window.addEventListener('message', (event: MessageEvent<ToWebview>) => view.receive(event.data));
host.postMessage({ type: 'ready' });
