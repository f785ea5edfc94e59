import { Box } from '@mantine/core';
import { Suspense, type ComponentType, type ReactNode } from 'react';
import { late } from '../parts/late.js';

/** Loads a menu, which needs a positioning library, after the page is shown. */
function lateMenu<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): (props: Props) => ReactNode {
  const Menu = late(load);
  return (props) => (
    <Suspense fallback={<Box w={34} h={34} />}>
      <Menu {...props} />
    </Suspense>
  );
}

export const ColorSchemeMenu = lateMenu(() => import('./color-scheme-menu.js'));
export const SessionMenu = lateMenu(() => import('./session-menu.js'));
