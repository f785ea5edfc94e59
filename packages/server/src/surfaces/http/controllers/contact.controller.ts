import { Body, Controller, Headers, HttpCode, Inject, Ip, Post, Res } from '@nestjs/common';
import type { ContactMessage, ContactMessageResponse } from '@skiptrace/contract';
import type { Response } from 'express';
import { isoTime } from '../../../platform/clock.js';
import type { RequestForm } from '../../../privacy/requests/index.js';
import { choice, form, object, secret, text, time } from '../../acts/schema.js';
import { PersonRequestForm } from '../../acts/schemas/people.js';
import type { Service } from '../../service/service.js';
import { AppOperation, SERVICE } from '../app-operation.js';
import { rateHeaders } from '../request-context.js';

/** Messages to the people who run the service, from anyone (openapi.yaml). */
@Controller('api/contact')
export class ContactController {
  constructor(@Inject(SERVICE) private readonly service: Service) {}

  @Post()
  @HttpCode(200)
  async send(
    @Body() message: ContactMessage,
    @Ip() ipAddress: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ContactMessageResponse> {
    response.set(rateHeaders(await this.service.messages.send(message, ipAddress)));
    return { success: true };
  }
}

/** The public page /opt-out (app.yaml, People). */
@Controller()
export class OptOutController {
  constructor(@Inject(SERVICE) private readonly service: Service) {}

  @AppOperation('POST /opt-out/api/requests', {
    id: 'submitRequest',
    summary: 'Ask to be left out, told what is stored, or deleted',
    description:
      'Anyone may ask. The answer depends on nothing that is stored about the person. Where OPT_OUT is off it is 404. The same\nIdempotency-Key again is the same request, and refused with another form (`idempotency_conflict`).',
    hasKey: true,
    body: PersonRequestForm,
    answers: [
      202,
      'It was taken, and waits to be confirmed.',
      object({
        reference: text('Names the request in letters and mails.'),
        confirmBy: choice(
          ['email', 'letter'],
          'How the person is asked whether the request is theirs. With an email it may be a letter, too, while too many mails go out.',
        ),
      }),
    ],
  })
  submit(
    @Body() form: RequestForm,
    @Headers('idempotency-key') idempotencyKey: string,
    @Ip() ipAddress: string,
  ): Promise<{ reference: string; confirmBy: 'email' | 'letter' }> {
    return this.service.personRequests.submit(form, idempotencyKey, ipAddress);
  }

  @AppOperation('POST /opt-out/api/confirmations', {
    id: 'confirmRequest',
    summary: 'Confirm a request, with the link of the mail or the code of the letter',
    body: form({ proof: secret({ minLength: 1, maxLength: 200 }) }),
    answers: [
      200,
      'Confirmed. While the request is open, confirming again changes nothing.',
      object({ reference: text(), dueAt: time('Until when it is answered.') }),
    ],
  })
  async confirm(
    @Body() { proof }: { proof: string },
    @Ip() ipAddress: string,
  ): Promise<{ reference: string; dueAt: string }> {
    const { reference, dueAt } = await this.service.personRequests.confirm(proof, ipAddress);
    return { reference, dueAt: isoTime(dueAt) };
  }
}
