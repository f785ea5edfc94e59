import { createTheme, darken, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';
import { ButtonElement } from './parts/button-element.js';

/** The one accent of the app, as of its mark (public/favicon.svg). */
const brand: MantineColorsTuple = [
  '#f4f2fe',
  '#e6e1fc',
  '#cdc3f9',
  '#ae9df3',
  '#9079ec',
  '#7759e3',
  '#6343d6',
  '#5333c0',
  '#43299b',
  '#342178',
];

/** Three surfaces in the dark: the ground (8), what lies on it (7), and what floats above (6). */
const dark: MantineColorsTuple = [
  '#e4e6eb',
  '#b9bec9',
  '#8f96a3',
  '#6a707c',
  '#343944',
  '#272b34',
  '#1d2026',
  '#16181d',
  '#0f1115',
  '#0b0d10',
];

/** Text meets WCAG's AA contrast in both color schemes, which the tests' axe checks. */
export const theme = createTheme({
  colors: { brand, dark },
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 6 },
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
    // What lies on the ground of the page.
    Card: { defaultProps: { bg: 'var(--surface)' } },
    Paper: { defaultProps: { bg: 'var(--surface)' } },
    AppShellHeader: { defaultProps: { bg: 'var(--surface)' } },
    AppShellNavbar: { defaultProps: { bg: 'var(--surface)' } },
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
    '--surface': 'var(--mantine-color-white)',
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
    '--mantine-color-body': colors.dark[8],
    '--surface': colors.dark[7],
    '--mantine-color-dimmed': colors.dark[1],
    '--mantine-color-placeholder': colors.dark[2],
    '--mantine-color-error': colors.red[5],
    // Mantine's disabled buttons have nearly the color of the page.
    '--mantine-color-disabled': colors.dark[5],
    '--mantine-color-disabled-color': colors.dark[2],
  },
});
