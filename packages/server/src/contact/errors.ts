/** No more messages are taken: as many as may be are stored, or the disk is nearly full. The code is the one of full disks. */
export class SupportFullError extends Error {
  readonly code = 'storage_full';

  constructor() {
    super('This server is out of storage and cannot accept messages right now. Try again later.');
  }
}

/** The message was deleted, or never was. */
export class MessageNotFoundError extends Error {
  readonly code = 'message_not_found';

  constructor() {
    super('This message no longer exists: messages are deleted after a while.');
  }
}
