import { Fragment } from 'react';

/** Email addresses that break before the @ where a column is narrow, not within a word. */
export const Emails = ({ of }: { of: readonly string[] }) =>
  of.map((email, at) => {
    const [mailbox, ...domain] = email.split('@');
    return (
      <Fragment key={email}>
        {at > 0 && ', '}
        {mailbox}
        {domain.map((part) => (
          <Fragment key={part}>
            <wbr />@{part}
          </Fragment>
        ))}
      </Fragment>
    );
  });
