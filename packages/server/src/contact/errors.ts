/** No more messages are taken: as many as may be are stored, or the disk is nearly full. The code is the one of full disks. */
export class SupportFullError extends Error {
  readonly code = 'storage_full';

  constructor() {
    super('This server is out of storage and cannot accept messages right now. Try again later.');
  }
}
