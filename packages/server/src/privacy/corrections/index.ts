export { Corrections, type PersonCorrection, type ShownCorrection } from './corrections.js';
