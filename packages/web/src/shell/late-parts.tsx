import { Box } from '@mantine/core';
import { Suspense, type ComponentType, type ReactNode } from 'react';
import { late } from '../parts/late.js';

/** Loads a part that the page is shown without at first. */
function latePart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  placeholder: ReactNode,
): (props: Props) => ReactNode {
  const Part = late(load);
  return (props) => (
    <Suspense fallback={placeholder}>
      <Part {...props} />
    </Suspense>
  );
}

/** Menus need a positioning library. */
const MENU_TO_COME = <Box w={34} h={34} />;

export const ColorSchemeMenu = latePart(() => import('./color-scheme-menu.js'), MENU_TO_COME);
export const SessionMenu = latePart(() => import('./session-menu.js'), MENU_TO_COME);
/** Loaded while the server answers, for when it does not. */
export const ConnectionNote = latePart(() => import('./connection-note.js'), null);
