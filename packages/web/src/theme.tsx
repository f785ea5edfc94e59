import {
  createTheme,
  darken,
  lighten,
  type CSSVariablesResolver,
  type MantineColorsTuple,
} from '@mantine/core';
import type { ComponentPropsWithRef, SyntheticEvent } from 'react';

type ButtonElementProps = ComponentPropsWithRef<'button'> & {
  'data-loading'?: boolean;
  'data-disabled'?: boolean;
};

/**
 * Base element of all Mantine buttons. Mantine disables a button while it loads, and a disabled button loses the keyboard focus
 * for good. This one keeps the focus, sets `aria-disabled`, and ignores clicks.
 */
function ButtonElement({ disabled, type = 'button', ...props }: ButtonElementProps) {
  const isLoading = props['data-loading'] === true && props['data-disabled'] !== true;
  if (!isLoading) return <button {...props} type={type} disabled={disabled} />;
  return <button {...props} type={type} aria-disabled onClick={ignore} />;
}

/** Also keeps a `submit` button from sending its form twice. */
const ignore = (event: SyntheticEvent) => event.preventDefault();

/** The app's only accent color: OPERATOR_COLOR, which the server wrote into the page, or the one of the logo (public/favicon.svg). */
const accent =
  globalThis.document?.querySelector<HTMLMetaElement>('meta[name="operator"]')?.dataset['color'] || '#5333c0';

const brand: MantineColorsTuple = [
  lighten(accent, 0.94),
  lighten(accent, 0.87),
  lighten(accent, 0.74),
  lighten(accent, 0.56),
  lighten(accent, 0.42),
  lighten(accent, 0.26),
  lighten(accent, 0.1),
  accent,
  darken(accent, 0.19),
  darken(accent, 0.37),
];

/** Three surfaces of the dark color scheme: background (8), cards (7), and popovers and dialogs (6). */
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

/** Text meets WCAG's AA contrast in both color schemes; the tests check it with axe. */
export const theme = createTheme({
  colors: { brand, dark },
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: { fontWeight: '650' },
  components: {
    // Base element of all Mantine buttons that aren't links.
    UnstyledButton: { defaultProps: { component: ButtonElement } },
    Text: { defaultProps: { size: 'sm' } },
    // Cards stand out from the page's background.
    Card: { defaultProps: { bg: 'var(--surface)', withBorder: true, padding: 'lg' } },
    Paper: { defaultProps: { bg: 'var(--surface)' } },
    AppShellHeader: { defaultProps: { bg: 'var(--surface)' } },
    AppShellNavbar: { defaultProps: { bg: 'var(--surface)' } },
    // A narrow table wraps its texts before it cuts a badge.
    Badge: { defaultProps: { variant: 'light', tt: 'none', miw: 'max-content' } },
    // The first item gets the focus at once, as the ARIA menu pattern asks; Mantine's placeholder isn't a valid child of a menu.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    // Stepper buttons that add a cent are useless, and too small to tap.
    NumberInput: { defaultProps: { hideControls: true } },
    Modal: {
      defaultProps: {
        // Without a name, a screen reader hears "button".
        closeButtonProps: { 'aria-label': 'Close' },
        // Keeps a dialog's `<header>` from counting as a second banner landmark.
        attributes: { header: { role: 'presentation' } },
      },
    },
  },
});

/** Mantine's gray and colored texts have a contrast below 4.5:1 on a light background; these are darker. */
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
    // Mantine's gray badges have almost the color of a card.
    '--mantine-color-gray-light': colors.dark[5],
    '--mantine-color-gray-light-color': colors.dark[0],
    // Mantine's disabled buttons have almost the color of the page.
    '--mantine-color-disabled': colors.dark[5],
    '--mantine-color-disabled-color': colors.dark[2],
  },
});
