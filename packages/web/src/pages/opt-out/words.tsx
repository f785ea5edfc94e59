import { Alert } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { Problem, sentenceOf } from '../../api/problem.js';

export type Language = 'en' | 'es';

const EN = {
  title: 'Your information',
  about: (operator: string | null) =>
    `${operator ?? 'This service'} helps people find who owns a property. You can have your information left out, see it, or have it deleted. It’s free.`,
  other: 'Español',
  wants: 'What do you want us to do?',
  wishes: {
    leave_out: ['Leave me out', 'We stop giving out your information. We answer within 15 business days.'],
    delete: [
      'Delete my information',
      'We delete it and leave you out from then on. We answer within 45 days.',
    ],
    know: ['Send me a copy', 'We tell you what we have. We answer within 45 days.'],
    know_and_delete: ['Send me a copy, then delete it', 'We answer within 45 days.'],
  },
  who: 'Who is it about?',
  isAgent: 'I’m asking for someone else, who allowed me to',
  agent: 'Your name or company',
  name: 'Full name',
  nameHint: 'As it is on property records, such as Jane Doe.',
  addressOf: (number: number) => (number === 1 ? 'Address' : `Address ${number}`),
  addressHint: 'A property you own or owned, or where you get mail.',
  street: 'Street and unit',
  city: 'City',
  state: 'State',
  zip: 'ZIP code',
  addAddress: 'Add another address',
  removeAddress: (number: number) => `Remove address ${number}`,
  more: 'Phones and emails',
  optional: 'Optional. It helps us find you in more places.',
  phones: 'Phone numbers',
  phonesHint: 'Separate several with commas.',
  emails: 'Email addresses',
  confirming: 'How do we reach you?',
  contactEmail: 'Your email',
  byEmail: 'We email you a link to confirm. No email? Leave this empty and we mail a letter with a code.',
  byLetter: 'For our answer. To confirm, we mail a letter with a code to the first address.',
  kept: 'We use what you enter to answer you, and keep a record of your request as the law requires.',
  send: 'Send request',
  faults: {
    name: 'Enter a full name.',
    street: 'Enter a street with its number.',
    city: 'Enter a city.',
    state: 'Enter a state.',
    zip: 'Enter a ZIP code of 5 digits.',
    phones: 'Enter US numbers of 10 digits.',
    email: 'Enter an email address, such as jane@example.com.',
    agent: 'Enter your name or company.',
    many: 'Enter at most 5.',
  },
  sent: {
    email: {
      title: 'Check your email',
      text: (to: string) => `We sent a link to ${to}. Open it within 7 days to confirm your request.`,
    },
    letter: {
      title: 'Watch your mailbox: we send a letter',
      text: () => 'It goes to your first address and has a code. Enter the code here to confirm.',
    },
  },
  reference: 'Your request number',
  code: 'Enter your code',
  confirm: {
    title: 'Confirm your request',
    about: 'We act on your request when you confirm it.',
    label: 'Code from the letter',
    hint: '20 letters and digits, such as K7M2-Q9XW-4H8T-R2NC-7PQX.',
    fault: 'Enter all 20 letters and digits.',
    button: 'Confirm my request',
    done: 'Your request is confirmed',
    due: (reference: string, day: string) => `We answer request ${reference} by ${day}.`,
    none: 'Don’t have a request yet?',
    start: 'Start one',
  },
};

const ES: typeof EN = {
  title: 'Su información',
  about: (operator: string | null) =>
    `${operator ?? 'Este servicio'} ayuda a encontrar a los dueños de una propiedad. Puede pedir que no demos su información, que se la mostremos o que la borremos. Es gratis.`,
  other: 'English',
  wants: '¿Qué quiere que hagamos?',
  wishes: {
    leave_out: ['No den mi información', 'Dejamos de dar su información. Respondemos en 15 días hábiles.'],
    delete: ['Borren mi información', 'La borramos y no volvemos a darla. Respondemos en 45 días.'],
    know: ['Envíenme una copia', 'Le decimos qué tenemos. Respondemos en 45 días.'],
    know_and_delete: ['Envíenme una copia y después bórrenla', 'Respondemos en 45 días.'],
  },
  who: '¿De quién se trata?',
  isAgent: 'Lo pido para otra persona que me autorizó',
  agent: 'Su nombre o empresa',
  name: 'Nombre completo',
  nameHint: 'Como aparece en los registros de propiedad, por ejemplo Juana Pérez.',
  addressOf: (number: number) => (number === 1 ? 'Dirección' : `Dirección ${number}`),
  addressHint: 'Una propiedad que es o fue suya, o donde recibe correo.',
  street: 'Calle, número y apartamento',
  city: 'Ciudad',
  state: 'Estado',
  zip: 'Código postal',
  addAddress: 'Añadir otra dirección',
  removeAddress: (number: number) => `Quitar la dirección ${number}`,
  more: 'Teléfonos y correos',
  optional: 'Opcional. Nos ayuda a encontrarle en más lugares.',
  phones: 'Números de teléfono',
  phonesHint: 'Si son varios, sepárelos con comas.',
  emails: 'Correos electrónicos',
  confirming: '¿Cómo le contactamos?',
  contactEmail: 'Su correo electrónico',
  byEmail:
    'Le enviamos un enlace para confirmar. ¿No tiene correo? Déjelo vacío y le enviamos una carta con un código.',
  byLetter:
    'Para nuestra respuesta. Para confirmar, enviamos una carta con un código a la primera dirección.',
  kept: 'Usamos sus datos para responderle y guardamos un registro de su solicitud, como exige la ley.',
  send: 'Enviar solicitud',
  faults: {
    name: 'Escriba el nombre completo.',
    street: 'Escriba la calle con su número.',
    city: 'Escriba una ciudad.',
    state: 'Escriba un estado.',
    zip: 'Escriba un código postal de 5 dígitos.',
    phones: 'Escriba números de EE. UU. de 10 dígitos.',
    email: 'Escriba un correo, por ejemplo juana@example.com.',
    agent: 'Escriba su nombre o empresa.',
    many: 'Escriba 5 como máximo.',
  },
  sent: {
    email: {
      title: 'Revise su correo',
      text: (to: string) => `Enviamos un enlace a ${to}. Ábralo antes de 7 días para confirmar su solicitud.`,
    },
    letter: {
      title: 'Revise su buzón: le enviamos una carta',
      text: () => 'Llega a su primera dirección y tiene un código. Escríbalo aquí para confirmar.',
    },
  },
  reference: 'Su número de solicitud',
  code: 'Escribir mi código',
  confirm: {
    title: 'Confirme su solicitud',
    about: 'Actuamos cuando usted confirma su solicitud.',
    label: 'Código de la carta',
    hint: '20 letras y dígitos, por ejemplo K7M2-Q9XW-4H8T-R2NC-7PQX.',
    fault: 'Escriba las 20 letras y dígitos.',
    button: 'Confirmar mi solicitud',
    done: 'Su solicitud está confirmada',
    due: (reference: string, day: string) => `Respondemos la solicitud ${reference} a más tardar el ${day}.`,
    none: '¿Todavía no tiene una solicitud?',
    start: 'Comience aquí',
  },
};

export const WORDS: Readonly<Record<Language, typeof EN>> = { en: EN, es: ES };
export type Words = typeof EN;

/** Language in the page's URL, or else the browser's. */
export const languageOf = (asked: string | null, ofBrowser: string): Language =>
  (asked ?? ofBrowser).toLowerCase().startsWith('es') ? 'es' : 'en';

/** A UTC day, such as a deadline. */
export const dayIn = (language: Language, iso: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(iso));

/** Translates an error: the server's messages are in English. */
export function problemIn(language: Language, error: unknown): unknown {
  if (language === 'en') return error instanceof Problem ? error : new Problem(sentenceOf(error), null);
  const { status, code } = error instanceof Problem ? error : { status: null, code: null };
  const say = (text: string) => new Problem(text, status);
  if (status === null) return say('El servidor no respondió. Revise su conexión e inténtelo de nuevo.');
  if (status === 429) return say('Demasiados intentos. Espere unos minutos e inténtelo de nuevo.');
  if (code === 'unusable_proof')
    return say(
      'Este enlace o código no funciona. Quizá caducó, lo reemplazó uno más nuevo o llegaron demasiadas solicitudes. No se hizo nada: envíe su solicitud de nuevo.',
    );
  if (status === 400)
    return say(
      'Revise el nombre, la dirección con su código postal y los teléfonos. Escriba todo con letras latinas (A a Z).',
    );
  if (status === 404) return say('Este servidor no recibe solicitudes en esta página.');
  return say('El servidor no puede recibir solicitudes ahora. Inténtelo más tarde.');
}

interface DoneNoteProps {
  title: string;
  icon: ReactNode;
  children: ReactNode;
}

/** Stands where the form was, and takes the focus from its button, which is gone. */
export function DoneNote({ title, icon, children }: DoneNoteProps) {
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => note.current?.focus(), []);
  return (
    <Alert
      ref={note}
      tabIndex={-1}
      style={{ outline: 'none' }}
      color="green"
      icon={icon}
      title={title}
      role="status"
    >
      {children}
    </Alert>
  );
}
