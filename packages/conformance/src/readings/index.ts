import type { Check } from '../suite/check.js';

/** What skiptrace's own server does where the specification is silent (docs/readings.md). */
export const readings: readonly Check[] = [];
