/** The operator has not turned webhooks on. */
export class WebhooksOffError extends Error {
  readonly code = 'webhooks_off';

  constructor() {
    super('This server sends no webhooks. Its operator can turn them on with WEBHOOKS=on.');
  }
}

export class UnusableEndpointError extends Error {
  readonly code = 'unusable_webhook';
}

export class UnknownEndpointError extends Error {
  readonly code = 'unknown_webhook';

  constructor(what = 'endpoint') {
    super(`This account has no such ${what}.`);
  }
}
