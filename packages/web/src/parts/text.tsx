// Texts, links and notes as most pages have them.
import { Alert, Anchor, Button, Text } from '@mantine/core';
import type { AlertProps, AnchorProps, ButtonProps, TextProps } from '@mantine/core';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { ComponentPropsWithoutRef, ReactNode } from 'react';
import { Link } from 'react-router';

type With<Props, Tag extends 'a' | 'div' | 'p'> = Props &
  Omit<ComponentPropsWithoutRef<Tag>, keyof Props | 'color'>;

/** Text of the least weight. */
export const Fine = (props: With<TextProps, 'p'>) => <Text size="xs" c="dimmed" {...props} />;

interface Destination {
  to: string;
  replace?: boolean;
  children: ReactNode;
}

/** Link in a sentence. */
export const To = (props: Destination & With<AnchorProps, 'a'>) => (
  <Anchor component={Link} inherit {...props} />
);

/** Link by itself, such as in a table. */
export const LinkTo = (props: Destination & With<AnchorProps, 'a'>) => <Anchor component={Link} {...props} />;

/** Link that looks like a button. */
export const ButtonTo = (props: Destination & With<ButtonProps, 'a'>) => (
  <Button component={Link} variant="default" {...props} />
);

export const Bad = (props: With<AlertProps, 'div'>) => (
  <Alert color="red" icon={<TriangleAlert />} {...props} />
);

export const Warning = (props: With<AlertProps, 'div'>) => (
  <Alert color="yellow" icon={<TriangleAlert />} {...props} />
);

export const Good = (props: With<AlertProps, 'div'>) => (
  <Alert color="green" icon={<CircleCheck />} {...props} />
);
