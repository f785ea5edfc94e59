export { Listener } from './listener.js';
export type { ListenerLimits } from './limits.js';
