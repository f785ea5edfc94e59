import type { ContactMessage } from '@skiptrace/contract';

/** Checks made before a message is sent, in the order of the form; the rules come from openapi.yaml. */
export const FIELDS = ['fullName', 'email', 'phone', 'message'] as const;

export type Faults = Partial<Record<(typeof FIELDS)[number], string>>;

const PHONE = /^(?:\+[ ().-]*[1-9][ ().-]*(?:\d[ ().-]*){7,14}|[ ().-]*(?:1[ ().-]*)?(?:\d[ ().-]*){10})$/;
/** Finds typing errors; the server validates again. */
const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;

const API_KEY = /\bpc_(?:test_)?[0-9A-Za-z]{20,}/;

export function faultsOf({ fullName, email, phone, message }: ContactMessage): Faults {
  return {
    ...(fullName.trim().length < 2 && { fullName: 'Enter your name.' }),
    ...(!EMAIL.test(email.trim()) && { email: 'Enter an email address, such as robin@example.com.' }),
    ...(!PHONE.test(phone.trim()) && {
      phone: 'Enter a US number of 10 digits, or an international one that begins with +.',
    }),
    ...(message.trim().length < 5 && { message: 'Write a few words.' }),
    ...(API_KEY.test(message) && {
      message:
        'This holds an API key, and messages are read by people. Take it out; "the key for my CRM" is enough.',
    }),
  };
}
