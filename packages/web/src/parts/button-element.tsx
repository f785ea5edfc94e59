import type { ComponentPropsWithRef, SyntheticEvent } from 'react';

type ButtonElementProps = ComponentPropsWithRef<'button'> & {
  'data-loading'?: boolean;
  'data-disabled'?: boolean;
};

/**
 * Base element of all Mantine buttons. Mantine disables a button while it loads, and a disabled button loses the keyboard focus
 * for good. This one keeps the focus, sets `aria-disabled`, and ignores clicks.
 */
export function ButtonElement({ disabled, type = 'button', ...props }: ButtonElementProps) {
  const isLoading = props['data-loading'] === true && props['data-disabled'] !== true;
  if (!isLoading) return <button {...props} type={type} disabled={disabled} />;
  return <button {...props} type={type} aria-disabled onClick={ignore} />;
}

/** Also keeps a `submit` button from sending its form twice. */
const ignore = (event: SyntheticEvent) => event.preventDefault();
