/** The server accepts no requests: OPT_OUT is off. */
export class RequestsOffError extends Error {
  readonly code = 'requests_off';

  constructor() {
    super('This server takes no requests on this page. Write to the people who run it.');
  }
}

/** The link or code is wrong, used, replaced or expired, or its request gave way to newer ones. One message for all cases, so that it reveals nothing about requests. */
export class UnusableProofError extends Error {
  readonly code = 'unusable_proof';

  constructor() {
    super(
      'This link or code does not work. It may have ended, been replaced by a newer one, or given way because too many requests came in. Nothing was done: send your request again.',
    );
  }
}

export class RequestGoneError extends Error {
  readonly code = 'request_gone';

  constructor() {
    super('There is no such request, or not any more: requests are deleted after a while.');
  }
}

/** The request has changed its state, or the action needs another step first. */
export class RequestStateError extends Error {
  readonly code = 'request_state';
}

/** The disk is nearly full. */
export class RequestsFullError extends Error {
  readonly code = 'storage_full';

  constructor() {
    super('This server cannot take requests right now. Try again later.');
  }
}
