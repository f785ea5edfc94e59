import { Box } from '@mantine/core';
import { late } from '../parts/late.js';

/** Menus need a positioning library. */
const placeholder = <Box w={34} h={34} />;

export const ColorSchemeMenu = late(async () => (await import('./color-scheme-menu.js')).default, {
  placeholder,
});
export const SessionMenu = late(async () => (await import('./session-menu.js')).default, { placeholder });
/** Loaded while the server answers, for when it does not. */
export const ConnectionNote = late(async () => (await import('./connection-note.js')).default);
