import { Box } from '@mantine/core';
import { Suspense, type ComponentType, type ReactNode } from 'react';
import { late } from '../parts/late.js';

/** Menus need a library that places them; a page is shown without it, and their buttons come right after. */
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
