import { Messages } from './0001-messages.js';
import { MessagesDone } from './0002-done.js';
import { PersonRequests } from './0003-person-requests.js';
import { MessageThreads } from './0005-threads.js';

/** In order; a landed migration is never edited, a later one mends it. */
export const supportMigrations = [Messages, MessagesDone, PersonRequests, MessageThreads];
