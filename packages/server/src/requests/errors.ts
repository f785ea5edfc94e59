/** The operator takes no requests here: OPT_OUT is off. */
export class RequestsOffError extends Error {
  readonly code = 'requests_off';

  constructor() {
    super('This server takes no requests on this page. Write to the people who run it.');
  }
}

/** The link or code confirms nothing: wrong, used, replaced or expired. One sentence for all, which says nothing about requests. */
export class UnusableProofError extends Error {
  readonly code = 'unusable_proof';

  constructor() {
    super('This link or code does not work. It may have ended, or have been replaced by a newer one.');
  }
}

export class RequestGoneError extends Error {
  readonly code = 'request_gone';

  constructor() {
    super('This request no longer exists: requests are deleted after a while.');
  }
}

/** The request is in another state by now, or the deed needs something else first. */
export class RequestStateError extends Error {
  readonly code = 'request_state';
}

/** No more requests are taken: as many as may be wait, or the disk is nearly full. The code is the one of full disks. */
export class RequestsFullError extends Error {
  readonly code = 'storage_full';

  constructor() {
    super('This server cannot take requests right now. Try again later.');
  }
}
