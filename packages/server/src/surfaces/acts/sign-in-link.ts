import { signInUrl, type CreatedLink, type Role } from '../../money/accounts/index.js';
import { isoTime } from '../../platform/clock.js';
import type { Service } from '../service/service.js';
import { act } from './act.js';
import { object, secret, text, time } from './schema.js';

export const createCustomerSignInLink = act({
  says: 'Make a link that signs a customer in to the web app, once',
  fields: { accountId: text() },
  async run(service, { accountId }) {
    const { links } = service.sessions;
    return shownLink(service, 'customer', await links.createForCustomer(accountId, { isAskedFor: false }));
  },
  app: {
    id: 'createCustomerSignInLink',
    at: 'POST /operator/api/accounts/{accountId}/sign-in-links',
    answers: [201, 'The link, shown this once.', object({ url: secret(), expiresAt: time() })],
    show: ({ url, expiresAt }) => ({ url, expiresAt }),
    log: (_, { accountId }) => ['sign-in link made', { accountId }],
  },
  command: {
    name: 'accounts sign-in-link <accountId>',
    prints: ({ url, expiresAt, lines }) => [{ url, expiresAt }, lines],
  },
});

/** A link with the lines that hand it to the person at the terminal. */
export function shownLink(
  { baseUrl, isReached }: Pick<Service, 'baseUrl' | 'isReached'>,
  role: Role,
  link: CreatedLink,
) {
  const url = signInUrl(baseUrl(), role, link.token);
  const expiresAt = isoTime(link.expiresAt);
  const reached = isReached();
  const lines = [
    ...(reached === 'perhaps' ? [NOT_REACHED] : []),
    url,
    ...(reached === 'here' ? [REACHED_HERE] : []),
    `Works once, until ${expiresAt}. Anyone who has it can sign in: hand it over, don't post it.`,
  ];
  return { url, expiresAt, lines };
}

const NOT_REACHED =
  'No server is running here and PUBLIC_URL is not set, so where this link begins is a guess: put the address of your ' +
  'server in front of /app or /operator.';
const REACHED_HERE =
  'PUBLIC_URL is not set, so the link works on this machine alone. For other machines, set it to the address they use.';
