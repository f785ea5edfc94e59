import { createTheme, darken, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';
import { ButtonElement } from './parts/button-element.js';

/** Text meets WCAG's AA contrast in both color schemes, which the tests' axe checks. */
export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 7, dark: 8 },
  autoContrast: true,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: { fontWeight: '650' },
  components: {
    // All buttons of Mantine stand on it, unless they are links.
    UnstyledButton: { defaultProps: { component: ButtonElement } },
    // The same ground as Paper, also in the dark.
    Card: { defaultProps: { bg: 'var(--mantine-color-body)' } },
    // The first item has the focus at once, as menus of the ARIA patterns do; the placeholder is no item, and may not be in a menu.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    // Steppers of one cent are useless, and too small for a finger.
    NumberInput: { defaultProps: { hideControls: true } },
    Modal: {
      defaultProps: {
        // Without a name, a screen reader hears "button".
        closeButtonProps: { 'aria-label': 'Close' },
        // A dialog's head is no second banner of the page.
        attributes: { header: { role: 'presentation' } },
      },
    },
  },
});

/** Mantine's own gray and colored texts stay below 4.5:1 on a light ground: ours are darker. */
export const cssVariables: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': colors.gray[7],
    '--mantine-color-placeholder': colors.gray[6],
    '--mantine-color-error': colors.red[9],
    ...Object.fromEntries(
      Object.entries<MantineColorsTuple>(colors).map(([name, shades]) => [
        `--mantine-color-${name}-light-color`,
        darken(shades[9], name === 'yellow' || name === 'orange' ? 0.45 : 0.25),
      ]),
    ),
  },
  dark: {
    '--mantine-color-dimmed': colors.dark[1],
    '--mantine-color-placeholder': colors.dark[2],
    '--mantine-color-error': colors.red[5],
    // Mantine's disabled buttons have nearly the color of the page.
    '--mantine-color-disabled': colors.dark[5],
    '--mantine-color-disabled-color': colors.dark[2],
  },
});
