/** The file was imported, thrown away or kept long enough, or never was. */
export class OwnerUploadGoneError extends Error {
  readonly code = 'owner_upload_gone';

  constructor() {
    super(
      'This file is no longer here: it was imported, thrown away, or older than a day. Send it again to go on.',
    );
  }
}

/** The file can't be taken in; nothing was kept of it. The message is a sentence for the operator. */
export class OwnerUploadError extends Error {
  readonly code = 'owner_upload';
}

/** The run is older than a day, or never was. */
export class OwnerRunGoneError extends Error {
  readonly code = 'owner_run_gone';

  constructor() {
    super('This import is no longer known: how it went is kept for a day. "Owners" shows what is stored.');
  }
}

/** An import is under way that this has to wait for; nothing was begun. */
export class OwnersBusyError extends Error {
  readonly code = 'owners_busy';

  constructor(message = 'This server is busy with another file of owners. Try again when that one is done.') {
    super(message);
  }
}
