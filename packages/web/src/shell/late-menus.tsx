import { Box } from '@mantine/core';
import { afterPaint } from '../parts/after-paint.js';
import { lazy, Suspense, type ComponentType, type LazyExoticComponent, type ReactNode } from 'react';

/** Menus need a library that places them; a page is shown without it, and their buttons come right after. */
function late<Props extends object>(
  Menu: LazyExoticComponent<ComponentType<Props>>,
): (props: Props) => ReactNode {
  return (props) => (
    <Suspense fallback={<Box w={34} h={34} />}>
      <Menu {...props} />
    </Suspense>
  );
}

export const ColorSchemeMenu = late(lazy(() => afterPaint().then(() => import('./color-scheme-menu.js'))));
export const SessionMenu = late(lazy(() => afterPaint().then(() => import('./session-menu.js'))));
