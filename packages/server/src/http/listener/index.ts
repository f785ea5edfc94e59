export { Listener } from './listener.js';
export type { ListenerLimits } from './limits.js';
export { requireFreePort } from './free-port.js';
