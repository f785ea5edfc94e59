import type { ComponentPropsWithRef, SyntheticEvent } from 'react';

type ButtonElementProps = ComponentPropsWithRef<'button'> & {
  'data-loading'?: boolean;
  'data-disabled'?: boolean;
};

/**
 * The element that all buttons of Mantine are made of. Mantine disables a button while it loads, and a button that is disabled
 * loses the keyboard's focus for good. This one keeps the focus, says that it is disabled, and ignores clicks.
 */
export function ButtonElement({ disabled, type = 'button', ...props }: ButtonElementProps) {
  const isLoading = props['data-loading'] === true && props['data-disabled'] !== true;
  if (!isLoading) return <button {...props} type={type} disabled={disabled} />;
  return <button {...props} type={type} aria-disabled onClick={ignore} />;
}

/** Also keeps a button of type `submit` from sending its form a second time. */
const ignore = (event: SyntheticEvent) => event.preventDefault();
