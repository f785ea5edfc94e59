import { Body, Controller, Headers, HttpCode, Inject, Ip, Post, Res } from '@nestjs/common';
import type { ContactMessage, ContactMessageResponse } from '@skiptrace/contract';
import type { Response } from 'express';
import { isoTime } from '../../../platform/clock.js';
import { PersonRequests, type RequestForm } from '../../../privacy/requests/index.js';
import { SupportMessages } from '../../../work/support/index.js';
import { rateHeaders } from '../request-context.js';

/** Messages to the people who run the service, from anyone (openapi.yaml). */
@Controller('api/contact')
export class ContactController {
  constructor(@Inject(SupportMessages) private readonly messages: SupportMessages) {}

  @Post()
  @HttpCode(200)
  async send(
    @Body() message: ContactMessage,
    @Ip() ipAddress: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ContactMessageResponse> {
    response.set(rateHeaders(await this.messages.send(message, ipAddress)));
    return { success: true };
  }
}

/** The public page /opt-out (app.yaml, People). */
@Controller('opt-out/api')
export class OptOutController {
  constructor(@Inject(PersonRequests) private readonly requests: PersonRequests) {}

  @Post('requests')
  @HttpCode(202)
  submit(
    @Body() form: RequestForm,
    @Headers('idempotency-key') idempotencyKey: string,
    @Ip() ipAddress: string,
  ): Promise<{ reference: string; confirmBy: 'email' | 'letter' }> {
    return this.requests.submit(form, idempotencyKey, ipAddress);
  }

  @Post('confirmations')
  @HttpCode(200)
  async confirm(
    @Body() { proof }: { proof: string },
    @Ip() ipAddress: string,
  ): Promise<{ reference: string; dueAt: string }> {
    const { reference, dueAt } = await this.requests.confirm(proof, ipAddress);
    return { reference, dueAt: isoTime(dueAt) };
  }
}
